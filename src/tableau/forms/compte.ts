import { html, type TemplateResult } from 'lit-html'
import { browserName } from '../acts/browser_name.ts'
import { callAuth } from '../acts/call_api.ts'
import { signOut } from '../acts/signed_in.ts'
import { momentText } from '../views/french.ts'
import { FormFaults } from './form_faults.ts'

interface Session {
  id: number
  appareil: string
  last_used_at: string
}

/** The sessions of the account, which can be ended, and its password. */
export class CompteManager {
  #sessions: Session[] = []
  #ended = false
  #sessionFaults: FormFaults
  #passwordFaults: FormFaults

  /** @param changed called when it must be drawn again */
  constructor(changed: () => void) {
    this.#sessionFaults = new FormFaults('session', [], changed)
    this.#passwordFaults = new FormFaults('compte', ['password', 'new_password'], changed)
  }

  async load(): Promise<void> {
    this.#sessions = (await callAuth<{ data: Session[] }>('GET', '/sessions')).data
  }

  draw(): TemplateResult {
    return html`<section aria-labelledby="sessions"><h2 id="sessions">Appareils connectés</h2>
        ${this.#sessionFaults.rest()}
        <ul class="plain">${this.#sessions.map(
          ({ id, appareil, last_used_at }) => html`<li class="spread"><span>${browserName(appareil)}<br>
            <span class="quiet">${momentText(last_used_at)}</span></span>
            <button class="link" @click=${() => this.#end(id)}>Déconnecter</button></li>`,
        )}</ul>
        <p role="status">${this.#ended ? 'L’appareil est déconnecté.' : ''}</p></section>
      <section aria-labelledby="mot-de-passe"><h2 id="mot-de-passe">Mot de passe</h2>${this.#password()}</section>`
  }

  #password(): TemplateResult {
    const faults = this.#passwordFaults
    return html`${faults.rest()}
      <form @submit=${(event: SubmitEvent) => this.#change(event)}>
        <label>Mot de passe actuel <input name="password" type="password" autocomplete="current-password" required
          aria-invalid=${faults.has('password')} aria-describedby=${faults.idOf('password')}></label>${faults.at('password')}
        <label>Nouveau mot de passe <input name="new_password" type="password" autocomplete="new-password" required minlength="8"
          aria-invalid=${faults.has('new_password')} aria-describedby=${faults.idOf('new_password')}></label>${faults.at('new_password')}
        <p class="actions"><button class="plain">Changer le mot de passe</button></p>
      </form>
      <p class="quiet">Changer le mot de passe déconnecte tous vos appareils.</p>`
  }

  #end(id: number): Promise<boolean> {
    this.#ended = false
    return this.#sessionFaults.attempt(async () => {
      await callAuth('DELETE', `/sessions/${id}`)
      await this.load()
      this.#ended = true
    })
  }

  async #change(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    await this.#passwordFaults.attempt(async () => {
      await callAuth('POST', '/change-password', Object.fromEntries(form))
      // All sessions have ended with the old password.
      await signOut()
      location.assign('/')
    })
  }
}
