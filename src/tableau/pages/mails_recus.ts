import { html, nothing, type TemplateResult } from 'lit-html'
import { sentenceOf } from '../acts/refused.ts'
import { saveFile } from '../acts/save_file.ts'
import type { SignedPage, SignedPageContext } from '../board_page.ts'
import { countText, momentText, typeset } from '../views/french.ts'

interface Mailbox {
  id: number
  user: string
  host: string
  folder: string
}

interface Message {
  id: number
  messagerie_id: number
  etat: 'received' | 'alarm' | 'ignored' | 'refused' | 'failed'
  raison: string
  incomplet: boolean
  expediteur: string
  sujet: string
  date: string | null
  raw: boolean
  alarmes: string[]
}

const etats = {
  failed: 'non lu',
  incomplet: 'alarme incomplète',
  received: 'en attente',
  alarm: 'alarme',
  refused: 'refusé',
  ignored: 'ignoré',
}
// Failed mails come first, because they may be alarms. Then come mails whose alarm lacks a part.
const order = Object.keys(etats)
const LIMIT = 50

/** `/tableau/messages`: what became of each mail. */
export const page: SignedPage = {
  title: 'Messages',
  access: 'signed-in',
  permissions: ['sis.config'],
  async open(context) {
    await new MessageList(context).load()
  },
}

class MessageList {
  #context: SignedPageContext
  #boxes: Mailbox[] = []
  #messages: Message[] = []
  #fault = ''

  constructor(context: SignedPageContext) {
    this.#context = context
  }

  async load(): Promise<void> {
    const { api, signal } = this.#context
    this.#boxes = await api.get<Mailbox[]>('/messageries', signal)
    const read = (box: Mailbox, query: string) =>
      api.get<Message[]>(`/messageries/${box.id}/messages?limit=${LIMIT}${query}`, signal)
    const lists = await Promise.all(this.#boxes.flatMap((box) => [read(box, '&etat=failed'), read(box, '')]))
    const found = new Map(lists.flat().map((each) => [each.id, each]))
    this.#messages = [...found.values()].sort(
      (a, b) =>
        order.indexOf(kindOf(a)) - order.indexOf(kindOf(b)) || ((a.date ?? '') < (b.date ?? '') ? 1 : -1),
    )
    this.#draw()
  }

  #draw(): void {
    const failed = this.#messages.filter(({ etat }) => etat === 'failed').length
    this.#context.render(html`
      <h1>Messages</h1>
      <p role="alert" class="fault">${this.#fault}</p>
      ${
        this.#boxes.length === 0
          ? html`<p>Ce service n’a pas de messagerie à lui&nbsp;: ses alarmes viennent par celle de l’instance.</p>`
          : html`<p>${failed === 0 ? 'Tous les messages sont lus.' : html`<b>${countText(failed, 'message n’a pas pu être lu', 'messages n’ont pas pu être lus')}.</b>`}</p>`
      }
      ${this.#messages.length === 0 ? nothing : this.#table()}
    `)
  }

  #table(): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Messages"><table>
      <thead><tr><th scope="col">État</th><th scope="col"><span class="pair"><span>Message</span><span>Raison</span></span></th></tr></thead>
      <tbody>${this.#messages.map(
        (each) => html`<tr>
          <td class="short"><b class=${each.etat === 'failed' || each.incomplet ? 'fault' : ''}>${etats[kindOf(each)]}</b></td>
          <td><span class="pair"><span>${each.sujet || '(sans sujet)'}<br><span class="quiet address">${originOf(each)}</span></span>
            <span>${each.raison === '' ? nothing : html`${typeset(each.raison)}<br>`}${this.#choices(each)}</span></span></td>
        </tr>`,
      )}</tbody></table></div>`
  }

  #choices(message: Message): TemplateResult {
    return html`<span class="choices">
      ${message.raw ? html`<button class="link" @click=${() => this.#look(message)}>Voir le message</button>` : nothing}
      ${message.etat === 'alarm' ? nothing : html`<button class="link" @click=${() => this.#again(message)}>Relire</button>`}
    </span>`
  }

  #look({ messagerie_id, id }: Message): Promise<void> {
    return this.#attempt(() =>
      saveFile(this.#context.api, `/messageries/${messagerie_id}/messages/${id}/raw`),
    )
  }

  #again({ messagerie_id, id }: Message): Promise<void> {
    return this.#attempt(async () => {
      await this.#context.api.send('POST', `/messageries/${messagerie_id}/messages/${id}/relire`)
      this.#context.announce('Le message sera relu.')
      await this.load()
    })
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.#fault = ''
    await work().catch((error: unknown) => {
      this.#fault = sentenceOf(error)
    })
    this.#draw()
  }
}

function kindOf({ etat, incomplet }: Message): keyof typeof etats {
  return incomplet && etat === 'alarm' ? 'incomplet' : etat
}

// Sender and time of a message.
function originOf({ expediteur, date }: Message): string {
  return [expediteur, date === null ? '' : momentText(date)].filter((each) => each !== '').join(', ')
}
