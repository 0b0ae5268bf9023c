import { html, nothing, type TemplateResult } from 'lit-html'
import type { SignedPage, SignedPageContext } from '../board_page.ts'
import type { Piquet } from '../forms/piquets.ts'
import { type Listes, PlanManager } from '../forms/plan.ts'
import { drawHours, type Heure } from '../views/draw_hours.ts'
import { countText, periodText, weekdayText } from '../views/french.ts'
import { serverNow } from '../views/sis_clock.ts'

interface Absence {
  id: number
  nom_prenom: string
  debut: string
  fin: string
  motif: keyof typeof motifs | null
}

interface Disponible {
  id: number
  designation: string
  minimum: number
  heures: Heure[]
  manques: { debut: string; fin: string; disponibles: number }[]
}

interface Week {
  disponibles: Disponible[]
  absences: Absence[]
  piquets: Piquet[]
}

const motifs = { absence: 'absence', travail: 'travail', vacances: 'vacances', indisponible: '' }

/** `/tableau/equipe`: who is available now and this week, the standby plan, and where they fall short. */
export const page: SignedPage = {
  title: 'Équipe',
  access: 'signed-in',
  permissions: ['sapeur.lecture', 'sapeur.modification'],
  async open(context) {
    await new TeamBoard(context).load()
  },
}

class TeamBoard {
  #context: SignedPageContext
  #week: Week | null = null
  #plan: PlanManager | null = null

  constructor(context: SignedPageContext) {
    this.#context = context
  }

  async load(): Promise<void> {
    const { api, signal, can } = this.#context
    const [disponibles, absences, piquets] = await Promise.all([
      api.get<Disponible[]>('/effectif-disponible', signal),
      api.get<Absence[]>('/disponibilites', signal),
      api.get<Piquet[]>('/piquets', signal),
    ])
    this.#week = { disponibles, absences, piquets }
    if (this.#plan === null && can('sapeur.modification')) {
      const [sapeurs, groupes] = await Promise.all([
        api.get<Listes['sapeurs']>('/sapeurs?actif=true', signal),
        api.get<Listes['groupes']>('/groupes', signal),
      ])
      const actions = { changed: () => this.#draw(), saved: () => this.load() }
      this.#plan = new PlanManager(this.#context, { sapeurs, groupes }, actions)
    }
    this.#draw()
  }

  #draw(): void {
    this.#context.render(html`<h1>Équipe</h1>
      ${this.#week === null ? html`<p class="quiet">Chargement…</p>` : this.#whole(this.#week)}`)
  }

  #whole({ disponibles, absences, piquets }: Week): TemplateResult {
    const now = serverNow()
    const goesOn = ({ debut, fin }: { debut: string; fin: string }) =>
      Date.parse(debut) <= now && now < Date.parse(fin)
    const away = new Set(absences.filter(goesOn).map(({ nom_prenom }) => nom_prenom))
    return html`
      <h2>Maintenant</h2>
      <dl class="totals">
        ${disponibles.map(({ designation, minimum, heures }) => {
          const hour = heures.find((each) => now - Date.parse(each.debut) < 3_600_000)
          return html`<div><dt>${designation}</dt><dd class="large">${hour?.disponibles ?? 0}</dd>
            <dd class=${hour?.manque ? 'fault' : 'quiet'}>${nowText(minimum, hour)}</dd></div>`
        })}
        <div><dt>Absents</dt><dd class="large">${away.size}</dd></div>
        <div><dt>De piquet</dt><dd class="large">${piquets.filter(goesOn).length}</dd></div>
      </dl>
      <div class="columns wide">
        <div><section><h2>Manques cette semaine</h2>${shortfalls(disponibles)}</section>${disponibles.map(week)}</div>
        <div><section><h2>De piquet cette semaine</h2>${this.#piquets(piquets)}</section>
          <section><h2>Absents cette semaine</h2>${absent(absences)}</section></div>
      </div>
      ${this.#plan === null ? nothing : this.#plan.draw(disponibles)}
    `
  }

  #piquets(piquets: Piquet[]): TemplateResult {
    if (piquets.length === 0) return html`<p class="quiet">Personne n’est de piquet.</p>`
    return html`<ul class="plain">${piquets.map(
      (each) => html`<li class="spread"><span><b>${each.nom_prenom}</b><br>${periodText(each.debut, each.fin)}
        ${each.repreneur === null ? nothing : html`<br><span class="quiet">${each.repreneur} est prié de le reprendre</span>`}</span>
        ${this.#plan === null ? nothing : this.#plan.removal(each)}</li>`,
    )}</ul>`
  }
}

function shortfalls(disponibles: Disponible[]): TemplateResult {
  const short = disponibles.flatMap(({ designation, minimum, manques }) =>
    manques
      .filter(({ fin }) => Date.parse(fin) > serverNow())
      .map((each) => ({ ...each, designation, minimum })),
  )
  if (short.length === 0)
    return html`<p class="quiet">${disponibles.length === 0 ? 'Aucun effectif requis n’est défini.' : 'L’effectif suffit toute la semaine.'}</p>`
  return html`<ul class="plain">${short
    .toSorted((a, b) => a.debut.localeCompare(b.debut))
    .map(
      ({ designation, minimum, debut, fin, disponibles }) => html`<li class="spread">
        <span><b>${designation}</b><br>${periodText(debut, fin)}</span><b class="fault">${disponibles} sur ${minimum}</b></li>`,
    )}</ul>`
}

function nowText(minimum: number, hour?: Heure): string {
  if (hour?.manque) return `il en manque ${hour.manque}`
  return hour?.requis === false ? 'pas requis à cette heure' : `${minimum} au moins`
}

function week({ designation, minimum, heures }: Disponible): TemplateResult {
  const days = [...Map.groupBy(heures, ({ debut }) => debut.slice(0, 10))]
  const most = (hours: Heure[], of: (hour: Heure) => number) => Math.max(...hours.map(of))
  const rows: [label: string, of: (hours: Heure[]) => number][] = [
    ['Le moins', (hours) => -most(hours, ({ disponibles }) => -disponibles)],
    ['Le plus', (hours) => most(hours, ({ disponibles }) => disponibles)],
    ['De piquet', (hours) => most(hours, ({ piquets }) => piquets)],
  ]
  const shortOf = (hours: Heure[]) => hours.filter(({ manque }) => manque > 0).length
  return html`<section><h2>${designation} <span class="quiet beside">${minimum} au moins</span></h2>
    <div class="scroll figure" tabindex="0" role="region" aria-label=${`${designation}, jour par jour`}>
    ${drawHours(
      days.map(([, hours]) => hours),
      minimum,
      `${designation} : disponibles heure par heure, ${minimum} au moins`,
    )}
    <table>
      <thead><tr><th scope="col">Disponibles</th>${days.map(([day]) => html`<th scope="col" class="number"><span class="rest">${weekdayText(day)} </span>${Number(day.slice(8))}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ([label, of]) =>
          html`<tr><th scope="row">${label}</th>${days.map(([, hours]) => html`<td class="number">${of(hours)}</td>`)}</tr>`,
      )}<tr><th scope="row">Heures en manque</th>${days.map(([, hours]) => html`<td class=${shortOf(hours) > 0 ? 'number fault' : 'number'}>${shortOf(hours)}</td>`)}</tr></tbody>
    </table></div></section>`
}

function absent(absences: Absence[]): TemplateResult {
  if (absences.length === 0) return html`<p class="quiet">Personne ne s’est annoncé absent.</p>`
  const people = [...Map.groupBy(absences, ({ nom_prenom }) => nom_prenom)]
  const line = ({ debut, fin, motif }: Absence) =>
    html`${periodText(debut, fin)} <span class="quiet">${motif === null ? nothing : motifs[motif]}</span><br>`
  return html`<ul class="plain">${people.map(
    ([name, [first, ...others]]) => html`<li><b>${name}</b><br>${first && line(first)}
      ${others.length === 0 ? nothing : html`<details><summary>${countText(others.length, 'autre fois', 'autres fois')}</summary>${others.map(line)}</details>`}</li>`,
  )}</ul>`
}
