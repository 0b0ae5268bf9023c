/** HTML as it stands. A text becomes HTML by the tag `html` only. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** Content of a template: nothing, a text, HTML, or a list of these. */
type Content = null | string | Html | Content[]

/** Template tag: HTML with everything in it escaped that is not HTML already. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(String.raw({ raw: parts }, ...contents.map(render)))
}

function render(content: Content): string {
  if (content === null) return ''
  if (Array.isArray(content)) return content.map(render).join('')
  return content instanceof Html ? content.text : escaped(content)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
