import { refusals } from '../errors.ts'
import type { FieldErrors } from '../field_errors.ts'

const different = ['Les deux mots de passe sont différents.']

/** What is wrong with the repetition of a password. Without one, all is well. */
export function confirmationFaults(password: unknown, confirmation: unknown, field: string): FieldErrors {
  return confirmation == null || confirmation === password ? {} : { [field]: different }
}

/** Refuses (422) the repetition of a password that is another one; without one, all is well. */
export function checkConfirmation(
  password: string,
  confirmation: string | null | undefined,
  field: string,
): void {
  const faults = confirmationFaults(password, confirmation, field)
  if (field in faults) throw refusals.invalid(faults)
}
