/** The ids of some issues and of those at the other end of their edges. An array, so that queries by it use an index. */
export const withinReach = `ARRAY(
  SELECT unnest(:ids::text[])
  UNION SELECT blocked_id FROM edge WHERE blocker_id = ANY(:ids::text[])
  UNION SELECT blocker_id FROM edge WHERE blocked_id = ANY(:ids::text[]))`;
