import { createInterface } from 'node:readline/promises'

/** Asks at the terminal for a word that confirms what cannot be undone. @throws unless it is typed */
export async function confirm(question: string, word: string): Promise<void> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    if ((await asking.question(question)).trim() !== word) throw new Error('Rien n’est changé.')
  } finally {
    asking.close()
  }
}
