import { compile, type DomNode, type Formatter } from 'html-to-text'
import { CUT } from './text_fault.ts'

const DEPTH_LIMIT = 400

const hidden = ['display:none', 'display: none', 'visibility:hidden', 'visibility: hidden', 'mso-hide:all']

// Label and value in two cells are one line; a label there mostly goes without its colon.
const row: Formatter = (element, walk, builder) => {
  const cells = (element.children ?? []).filter(({ name }) => name === 'td' || name === 'th')
  builder.openBlock({ leadingLineBreaks: 1 })
  cells.forEach((cell, at) => {
    if (at > 0) builder.addInline(cells.length === 2 && isBareLabel(cells[0]) ? ' : ' : ' ')
    walk([cell], builder)
  })
  builder.closeBlock({ trailingLineBreaks: 1 })
}

function isBareLabel(cell: DomNode | undefined): boolean {
  return /^\p{L}[\p{L}\p{M} ]{0,30}$/u.test(textIn(cell, 0).trim())
}

// As far as a label goes: neither deep nor long.
function textIn(node: DomNode | undefined, depth: number): string {
  if (node === undefined || depth > 20) return ''
  let text = node.data ?? ''
  for (const child of node.children ?? []) {
    text += textIn(child, depth + 1)
    if (text.length > 100) break
  }
  return text
}

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: DEPTH_LIMIT, ellipsis: CUT },
  formatters: { row },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'title', format: 'skip' },
    { selector: 'hr', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '' } },
    { selector: 'tr', format: 'row' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    // What Outlook puts into each cell of a table.
    ...['td', 'th'].flatMap((cell) => [
      { selector: `${cell} > p:only-child`, format: 'inline' },
      { selector: `${cell} > div:only-child`, format: 'inline' },
    ]),
    { selector: '[hidden]', format: 'skip' },
    ...hidden.map((style) => ({ selector: `[style*="${style}"i]`, format: 'skip' })),
  ],
})

/** An HTML body as its reader sees it: a line for each line, cells of a row side by side, nothing of what is hidden. */
export function htmlText(html: string): string {
  return convert(html)
}
