/** A fault at a field, as the server tells it. */
export interface FieldFault {
  field: string;
  message: string;
}

/** The fault of one field, or of the part of it that a path names. */
export const faultAt = (faults: readonly FieldFault[], name: string): string | undefined =>
  faults.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message;
