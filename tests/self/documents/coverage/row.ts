/** One clause of the specification, and what covers it. */
export interface CoverageRow {
  /** Heading of the specification, as `Endpoints / Users`. */
  section: string;
  /** Where in the section: a field, a row and its cell, or the number of a bullet and clause. */
  place: string;
  /** What it says, in our words. */
  text: string;
  /** Requirements that judge it; empty when `reason` says why there are none. */
  requirements: readonly string[];
  reason?: string;
  /** Operations on which they judge it, where these are fewer than all that the requirements concern. */
  operations?: readonly string[];
}
