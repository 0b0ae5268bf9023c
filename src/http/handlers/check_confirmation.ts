import { refusals } from '../refusals/errors.ts'
import type { FieldErrors } from '../refusals/field_errors.ts'

const different = ['Les deux mots de passe sont différents.']

/** The faults of a repeated password. A missing repetition is no fault. */
export function confirmationFaults(password: unknown, confirmation: unknown, field: string): FieldErrors {
  return confirmation == null || confirmation === password ? {} : { [field]: different }
}

/** Refuses a repeated password that differs. @throws 422 */
export function checkConfirmation(
  password: string,
  confirmation: string | null | undefined,
  field: string,
): void {
  const faults = confirmationFaults(password, confirmation, field)
  if (field in faults) throw refusals.invalid(faults)
}
