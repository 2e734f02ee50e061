/** A condition of queries of issues: that they are sub-issues of `:space`, an issue's number in `:repository`. */
export const inSpace =
  "AND (:space IS NULL OR id IN (SELECT id FROM issue WHERE repository_id = :repository AND parent_number = :space))";
