import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * Reads a password from the first line of the input, and nothing after that line.
 * @throws when the line is empty or not UTF-8.
 */
export async function readPassword(input: Readable): Promise<string> {
  const password = await readLine(input)
  if (password === '') throw new Error('Il n’y a pas de mot de passe sur l’entrée standard.')
  // The decoder replaces bytes that are not UTF-8, which would store a password that nobody has typed.
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
