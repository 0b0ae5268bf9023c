/** The part of html-to-text 10.0.1 that is used, from its documentation: it ships no types. */
declare module 'html-to-text' {
  interface DomNode {
    type: string
    name?: string
    attribs?: Record<string, string>
    children?: DomNode[]
  }

  interface Builder {
    openBlock(options?: { leadingLineBreaks?: number }): void
    closeBlock(options?: { trailingLineBreaks?: number }): void
    addInline(text: string): void
  }

  type Formatter = (
    element: DomNode,
    walk: (nodes: DomNode[] | undefined, builder: Builder) => void,
    builder: Builder,
    options: Record<string, unknown>,
  ) => void

  interface Options {
    wordwrap?: number | false
    limits?: { maxDepth?: number; maxInputLength?: number; ellipsis?: string }
    formatters?: Record<string, Formatter>
    selectors?: { selector: string; format?: string; options?: Record<string, unknown> }[]
  }

  export function compile(options: Options): (html: string) => string
}
