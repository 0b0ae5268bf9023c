import { html, nothing, type TemplateResult } from 'lit-html'
import { isOnline } from './acts/connection.ts'
import { fillingState, showWhole } from './acts/filling.ts'
import type { Account } from './acts/signed_in.ts'
import { findPage } from './board_paths.ts'
import { sisOf } from './kept/chosen_sis.ts'

/** Content of the frame around a signed-in page. */
interface FrameState {
  account: Account
  sis: string
  /** Names by key of the SIS. */
  names: Record<string, string>
  pathname: string
  onSis(key: string): void
  onSignOut(): void
}

// The pages of the menu, and one of the permissions that each needs.
const menu = [
  { path: '/tableau', label: 'Alarmes', permissions: ['intervention.lecture'] },
  { path: '/tableau/equipe', label: 'Équipe', permissions: ['sapeur.lecture'] },
  { path: '/tableau/annee', label: 'Année', permissions: ['intervention.lecture'] },
  { path: '/tableau/moi', label: 'Moi', permissions: [] },
  { path: '/tableau/messages', label: 'Messages', permissions: ['sis.config'] },
]

/** Whether an account holds one of these permissions in a SIS. An empty list needs none. */
export function holds(account: Account, sis: string, permissions: string[]): boolean {
  const held = account.permissions[sis] ?? []
  return permissions.length === 0 || account.admin || permissions.some((each) => held.includes(each))
}

/** The frame of a signed-in page: menu, SIS, account, notices, and the page itself. */
export function frame(state: FrameState, content: TemplateResult | typeof nothing): TemplateResult {
  return html`
    <header class="frame">
      <a class="mark" href="/">Caserne</a>
      <nav aria-label="Pages">
        ${menu
          .filter(({ path }) => findPage(path) !== null)
          .filter(({ permissions }) => holds(state.account, state.sis, permissions))
          .map(
            ({ path, label }) =>
              html`<a href=${path} aria-current=${state.pathname === path ? 'page' : nothing}>${label}</a>`,
          )}
      </nav>
      <div class="who">
        ${choiceOfSis(state)}
        <span class="quiet name">${state.account.pseudo}</span>
        <button class="plain" @click=${state.onSignOut}>Se déconnecter</button>
      </div>
    </header>
    ${notices()}
    <main id="contenu" tabindex="-1">${content}</main>
  `
}

/** Notices above every page: of a lost server, and of a demo whose past is still being loaded. */
export function notices(): TemplateResult {
  return html`<div role="status" class="offline" ?hidden=${isOnline()}>
    ${isOnline() ? nothing : 'Le serveur n’est pas joignable. Ce qui est affiché peut être dépassé\u00a0; un nouvel essai est en cours.'}
  </div>
  <div role="status" class="filling" ?hidden=${fillingState() === 'whole'}>${fillingText()}</div>`
}

function fillingText(): TemplateResult | typeof nothing | string {
  if (fillingState() === 'whole') return nothing
  if (fillingState() === 'filling')
    return 'La démo se remplit\u00a0: les années passées et les comptes manquent encore, y compris dans les chiffres.'
  return html`La démo est complète. <a href=${location.pathname + location.search} @click=${showWhole}>Afficher</a>`
}

function choiceOfSis({ account, sis, names, onSis }: FrameState): TemplateResult {
  const keys = sisOf(account)
  const name = (key: string) => names[key] ?? key
  if (keys.length < 2) return html`<strong>${name(sis)}</strong>`
  const choose = (event: Event) => onSis((event.target as HTMLSelectElement).value)
  return html`<label class="sis"><span class="visually-hidden">Service</span>
    <select @change=${choose}>
      ${keys.map((key) => html`<option value=${key} ?selected=${key === sis}>${name(key)}</option>`)}
    </select></label>`
}
