import { refusals } from '../errors.ts'

/** Refuses (422) the repetition of a password that is another one; without one, all is well. */
export function checkConfirmation(
  password: string,
  confirmation: string | null | undefined,
  field: string,
): void {
  if (confirmation != null && confirmation !== password)
    throw refusals.invalid({ [field]: ['Les deux mots de passe sont différents.'] })
}
