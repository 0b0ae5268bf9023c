import { html } from 'lit-html'
import type { SignedPage } from '../board_page.ts'

/** `/tableau`: the live alarms of the SIS. */
export const page: SignedPage = {
  title: 'Alarmes',
  access: 'signed-in',
  permissions: ['intervention.lecture'],
  async open({ api, render, signal }) {
    const alarmes = await api.get<{ id: string; adresse: string }[]>('/alarmes', signal)
    render(html`<h1>Alarmes</h1><ul>${alarmes.map(({ adresse }) => html`<li>${adresse}</li>`)}</ul>`)
  },
}
