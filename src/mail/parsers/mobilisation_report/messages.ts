import { fold } from '../../report/fold.ts'
import { type Item, joinWrapped, type Line } from './lines.ts'
import { isNearerBelow } from './rows.ts'

interface Message {
  language: string
  text: string
}

const languages = ['fr', 'de', 'it', 'en']

/**
 * Reads the texts of the section "Messages", with joined lines, the French text first.
 *
 * A language is to the left of the column of messages, so a message line that begins with "De" or "En" is no
 * language. It may be beside the first or the middle line of its message.
 */
export function readMessages(lines: Line[]): string[] {
  const messages: Message[] = []
  let column = Number.POSITIVE_INFINITY
  let early = ''
  lines.forEach((line, at) => {
    const [first, ...rest] = line.items
    if (!first) return
    if (fold(first.words[0]?.text ?? '') === 'langue') {
      column = line.items.flatMap(({ words }) => words)[1]?.x ?? column
      return
    }
    const begun = readLanguage(first, rest, column)
    if (begun) {
      messages.push({ ...begun, text: joinWrapped(early, begun.text) })
      early = ''
      return
    }
    const last = messages.at(-1)
    if (!last || early !== '' || isNearerBelow(lines[at - 1], line, lines[at + 1])) {
      early = joinWrapped(early, line.text)
    } else {
      last.text = joinWrapped(last.text, line.text)
    }
  })
  const last = messages.at(-1)
  if (last) last.text = joinWrapped(last.text, early)
  else messages.push({ language: '', text: early })
  const isFrench = ({ language }: Message) => language === 'fr'
  return [...messages.filter(isFrench), ...messages.filter((other) => !isFrench(other))].map(
    ({ text }) => text,
  )
}

function readLanguage(first: Item, rest: Item[], column: number): Message | null {
  const [word, ...words] = first.words.map(({ text }) => text)
  const language = fold(word ?? '')
  if (first.x >= column - 3 || !languages.includes(language)) return null
  return { language, text: [...words, ...rest.map(({ text }) => text)].join(' ') }
}
