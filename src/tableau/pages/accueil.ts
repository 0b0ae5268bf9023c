import { html, nothing, type TemplateResult } from 'lit-html'
import { sentenceOf } from '../acts/refused.ts'
import { signedIn, signIn, signOut } from '../acts/signed_in.ts'
import type { OpenPage, PageContext } from '../board_page.ts'
import { goTo } from '../go_to.ts'
import { typeset } from '../views/french.ts'

const PASSWORD = 'caserne-demo'

// Accounts of the demo, with the part of the program that each is there to try.
const accounts = [
  { name: 'commandant', does: 'dirige le service : alarmes, équipe, année, comptes' },
  { name: 'chef', does: 'remplit et valide les rapports' },
  { name: 'sapeur', does: 'répond aux alarmes, voit sa solde et ses exercices' },
  { name: 'lecteur', does: 'regarde, sans rien modifier' },
  { name: 'admin', does: 'a tous les droits dans tous les services' },
  { name: 'autre', does: 'commande un autre service, et ne voit rien de celui-ci' },
  { name: 'nouveau', does: 'n’a encore aucun droit' },
]

/** `/`: what Caserne is, signing in, and links. In the demo, the accounts to try. */
export const page: OpenPage = {
  title: 'Caserne',
  access: 'everyone',
  open(context) {
    const form = new SignInForm(context)
    form.draw()
  },
}

class SignInForm {
  #context: PageContext
  #fault = ''
  #busy = false

  constructor(context: PageContext) {
    this.#context = context
  }

  draw(): void {
    const { demo, graphiql } = document.documentElement.dataset
    this.#context.render(html`
      <main id="contenu" tabindex="-1" class="welcome">
        <section>
          <h1>Caserne</h1>
          <p class="lead">L’alarme arrive par e-mail et devient une intervention. Qui vient, qui manque, ce qui
            a été fait, ce qui est dû&nbsp;: au même endroit, pour chaque service du feu.</p>
          ${signedIn() === null ? this.#form() : this.#signedIn()}
          <nav aria-label="Accès" class="links">
            <a href="/tableau">Tableau</a>
            <a href="/docs">Documentation de l’API</a>
            ${graphiql === undefined ? nothing : html`<a href="/graphiql" target="_blank" rel="noopener">GraphiQL</a>`}
          </nav>
        </section>
        ${demo === undefined ? nothing : this.#demo()}
      </main>
    `)
  }

  #form(): TemplateResult {
    return html`<form @submit=${(event: SubmitEvent) => this.#submit(event)}>
      <label for="email">Adresse e-mail</label>
      <input id="email" name="email" type="email" autocomplete="username" required>
      <label for="password">Mot de passe</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required>
      <p role="alert" class="fault">${this.#fault}</p>
      <button ?disabled=${this.#busy}>Se connecter</button>
    </form>`
  }

  #signedIn(): TemplateResult {
    const leave = async () => {
      await signOut()
      this.draw()
    }
    return html`<p>Vous êtes connecté&nbsp;: <strong>${signedIn()?.pseudo}</strong>.</p>
      <p class="actions"><a class="button" href="/tableau">Ouvrir le tableau</a>
      <button class="plain" @click=${leave}>Se déconnecter</button></p>`
  }

  #demo(): TemplateResult {
    return html`<section class="demo" aria-labelledby="essai">
      <h2 id="essai">Essayer</h2>
      <p>Cette instance contient des données inventées. Chaque compte a le mot de passe <code>${PASSWORD}</code>.</p>
      <ul class="plain">
        ${accounts.map(
          ({ name, does }) => html`<li>
            <button class="link" ?disabled=${this.#busy} @click=${() => this.#enter(`${name}@example.org`, PASSWORD)}>${name}</button>
            <span>${typeset(does)}</span>
          </li>`,
        )}
      </ul>
      <p>Une alarme de plus, depuis le terminal&nbsp;: <code>npm run alarm -- --sis hs</code></p>
    </section>`
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.target as HTMLFormElement)
    await this.#enter(String(data.get('email')), String(data.get('password')))
  }

  async #enter(email: string, password: string): Promise<void> {
    this.#busy = true
    this.#fault = ''
    this.draw()
    try {
      const account = await signIn(email, password)
      goTo(this.#next(account.permissions))
    } catch (error) {
      this.#fault = sentenceOf(error)
    } finally {
      this.#busy = false
      this.draw()
    }
  }

  // The page that the reader asked for, else the first that the account may see.
  #next(permissions: Record<string, string[]>): string {
    const wanted = this.#context.query.get('suite') ?? ''
    if (/^\/(?!\/)[\w/-]*$/.test(wanted) && wanted !== '/') return wanted
    const held = Object.values(permissions).flat()
    return held.includes('intervention.lecture') || held.includes('admin') ? '/tableau' : '/tableau/moi'
  }
}
