import { typeset } from '../views/french.ts'

/** An answer that is not a success: its status, one sentence, and the sentences of faulty fields. */
export class Refused extends Error {
  readonly status: number
  readonly fields: Record<string, string[]>
  constructor(status: number, sentence: string, fields: Record<string, string[]> = {}) {
    super(sentence)
    this.status = status
    this.fields = fields
  }
}

/** Reads a refusal as both APIs write it: `{error: sentence}` or `{error: {field: [sentence, …]}}`. */
export async function readRefusal(response: Response): Promise<Refused> {
  const { error, reference } = await response
    .json()
    .catch(() => ({ error: `Le serveur a répondu ${response.status}.` }))
  if (typeof error !== 'object' || error === null) {
    const suffix = reference === undefined ? '' : ` (référence ${reference})`
    return new Refused(response.status, `${error}${suffix}`)
  }
  const fields = error as Record<string, string[]>
  return new Refused(response.status, Object.values(fields).flat().join(' '), fields)
}

/** A sentence for any error: what the server said, or that it was not reached. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused)
    return error.message === 'invalid credentials' ? 'Adresse ou mot de passe faux.' : typeset(error.message)
  if (error instanceof TypeError) return 'Le serveur n’est pas joignable.'
  return 'Quelque chose n’a pas fonctionné.'
}
