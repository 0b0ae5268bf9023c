import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * The password that is the first line of the input, which is read no further.
 * @throws when there is none, or it is not UTF-8.
 */
export async function readPassword(input: Readable): Promise<string> {
  const password = await readLine(input)
  if (password === '') throw new Error('Il n’y a pas de mot de passe sur l’entrée standard.')
  // What is not UTF-8 would be stored as a password that nobody has typed.
  if (password.includes('\u{FFFD}')) throw new Error('Le mot de passe n’est pas en UTF-8.')
  return password
}

async function readLine(input: Readable): Promise<string> {
  try {
    for await (const line of createInterface({ input })) return line
    return ''
  } finally {
    // An input that stays open would keep the program alive.
    input.destroy()
  }
}
