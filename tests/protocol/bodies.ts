/** Issue bodies shared by the tests of this folder. */

/** A question as the web form submits it, with line feeds. */
export const questionBody = `### Blocking task

#12

### Category

implementation

### Urgency

blocking

### Context

We store sessions in memory.

### Options

_No response_

### Decision class

_No response_
`;

/** A body with one section's text replaced. */
export function withValue(body: string, label: string, value: string): string {
  return body.replace(new RegExp(`(### ${label}\n\n)[^\n]*`), (_, heading: string) => heading + value);
}
