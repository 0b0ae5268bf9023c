import { fold } from '../../fold.ts'
import { joinItems, type Line } from './lines.ts'

const languages = ['fr', 'de', 'it', 'en']

/**
 * The French message of the section "Messages" (the first one when there is none in French), its lines joined;
 * '' when the section is empty.
 *
 * A language stands left of the column of messages, so that a message line that begins with "De" or "En" is not
 * taken for one.
 */
export function readMessage(lines: Line[]): string {
  const messages: { language: string; text: string }[] = []
  let column = Number.POSITIVE_INFINITY
  for (const { items } of lines) {
    const [first, ...rest] = items
    if (!first) continue
    if (fold(first.text) === 'langue') {
      column = rest[0]?.x ?? column
      continue
    }
    const [language = '', ...merged] = first.text.split(' ')
    if (first.x < column - 3 && languages.includes(fold(language))) {
      messages.push({ language: fold(language), text: [...merged, joinItems(rest)].join(' ').trim() })
    } else {
      const last = messages.at(-1)
      if (last) last.text = `${last.text} ${joinItems(items)}`.trim()
    }
  }
  return (messages.find(({ language }) => language === 'fr') ?? messages[0])?.text ?? ''
}
