/**
 * Removes the soft line breaks of a `format=flowed` text (RFC 3676). Quoted lines keep their marks.
 * @param deleteSpace `delsp=yes`: also removes the space before a soft line break
 */
export function unflow(text: string, deleteSpace: boolean): string {
  const lines: { depth: number; content: string; open: boolean }[] = []
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0
    // A leading space only keeps the text from looking like a quote.
    const content = line.slice(depth).replace(/^ /, '')
    const open = content.endsWith(' ') && content !== '-- '
    const last = lines.at(-1)
    if (last?.open && last.depth === depth && content !== '-- ') {
      last.content = (deleteSpace ? last.content.slice(0, -1) : last.content) + content
      last.open = open
    } else {
      lines.push({ depth, content, open })
    }
  }
  return lines
    .map(({ depth, content }) => (depth > 0 ? `${'>'.repeat(depth)} ${content}` : content))
    .join('\n')
}
