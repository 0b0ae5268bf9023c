import { createInterface } from 'node:readline'

/**
 * Asks at the terminal for a word that confirms what cannot be undone. An input that ends is a no.
 * @throws unless it is typed
 */
export async function confirm(question: string, word: string): Promise<void> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await new Promise<string | null>((resolve) => {
    asking.once('close', () => resolve(null))
    asking.question(question, resolve)
  }).finally(() => asking.close())
  if (answer === null) {
    process.stderr.write('\n')
    throw new Error('Sans réponse, rien n’est changé (--yes répond d’avance).')
  }
  if (answer.trim() !== word) throw new Error('Rien n’est changé.')
}
