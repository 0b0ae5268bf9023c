import { compile, type Formatter } from 'html-to-text'
import { CUT } from './text_fault.ts'

const DEPTH_LIMIT = 400

const hidden = ['display:none', 'display: none', 'visibility:hidden', 'visibility: hidden', 'mso-hide:all']

// Separates two cells until the layout's spaces are removed; a tab would be removed with them.
const CELL = '\u001f'
// Ends a term, which may already have a colon.
const TERM = '\u001e'
// Encloses the address of a link.
const LINK = '\u001c'
const link = new RegExp(`${LINK}([^${LINK}\n]*)${LINK}`, 'g')
// Characters. Links to maps have a few hundred.
const HREF_LIMIT = 2_000

const row: Formatter = (element, walk, builder) => {
  const cells = (element.children ?? []).filter(({ name }) => name === 'td' || name === 'th')
  builder.openBlock({ leadingLineBreaks: 1 })
  cells.forEach((cell, at) => {
    if (at > 0) builder.addInline(CELL)
    walk([cell], builder)
  })
  builder.closeBlock({ trailingLineBreaks: 1 })
}

// The address of a link follows its words, between marks.
const anchor: Formatter = (element, walk, builder) => {
  walk(element.children, builder)
  const href = (element.attribs?.href ?? '').slice(0, HREF_LIMIT).replace(/\s/g, '').replaceAll(LINK, '')
  if (/^(?:https?|geo):/i.test(href)) builder.addInline(`${LINK}${href}${LINK}`)
}

// A term of a definition list is a label; its definition follows below.
const term: Formatter = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(element.children, builder)
  builder.addInline(TERM)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: DEPTH_LIMIT, ellipsis: CUT },
  formatters: { row, term, anchor },
  selectors: [
    { selector: 'a', format: 'anchor' },
    { selector: 'img', format: 'skip' },
    { selector: 'title', format: 'skip' },
    { selector: 'hr', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '' } },
    { selector: 'tr', format: 'row' },
    { selector: 'dt', format: 'term' },
    { selector: 'dd', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    // Elements that Outlook puts into each cell of a table.
    ...['td', 'th'].flatMap((cell) => [
      { selector: `${cell} > p:only-child`, format: 'inline' },
      { selector: `${cell} > div:only-child`, format: 'inline' },
    ]),
    { selector: '[hidden]', format: 'skip' },
    ...hidden.map((style) => ({ selector: `[style*="${style}"i]`, format: 'skip' })),
  ],
})

// An alarm has some hundreds. The time that the library takes grows with the square of the open tags.
const MOST_TAGS = 20_000

/** The part of an HTML body that is read: its first tags. */
export function firstTags(html: string): string {
  let count = 0
  for (const { index } of html.matchAll(/<[a-z/]/gi)) {
    count += 1
    if (count > MOST_TAGS) return html.slice(0, index)
  }
  return html
}

/**
 * An HTML body as its reader sees it, with the addresses of its links between marks: line by line, with tabs between the
 * cells of a row, without hidden parts.
 */
export function htmlText(html: string): string {
  const text = convert(html.replaceAll(CELL, ' ').replaceAll(TERM, ' ').replaceAll(LINK, ' '))
  return text
    .replace(new RegExp(` ?${CELL} ?`, 'g'), '\t')
    .replace(new RegExp(` ?[:：]? ?${TERM}`, 'gu'), ' :')
}

/** A text of htmlText without the addresses of its links. */
export function withoutLinks(text: string): string {
  return text.replace(link, '')
}

/** The addresses of the links in a text of htmlText. */
export function linksIn(text: string): string[] {
  return [...text.matchAll(link)].map(([, href = '']) => href)
}
