export async function part() {
  return [];
}
