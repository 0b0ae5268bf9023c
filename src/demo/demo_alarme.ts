import { demoSis, demoTelephone } from './demo_sis.ts'
import { positionOf } from './position_of.ts'
import type { GroupeSpec, PersonneSpec } from './report_spec.ts'

/** The only sender whose mails are read in the demo's mailbox. */
export const ALARM_CENTRE = 'cet@alarme.example.org'

/** Content of an alarm of the demo. Every field is optional. */
export interface DemoAlarme {
  /** Keys of the SIS alerted. */
  sis?: string[]
  code?: string
  couleur?: string
  adresse?: string
  /** LV95 metres; by default somewhere in the place of the address. */
  position?: { e: number; n: number }
  complement?: string
  description?: string
  type?: string
  /** Beginning of the event. The Message-ID is made from it. */
  date?: Date
}

const bassecourt = '2854 Bassecourt, Rue du Colonel-Hoffmeyer 12'
const glovelier = '2855 Glovelier, Rue de l’Église 4'
// Other addresses than those of `npm run alarm`: a second alarm for one address joins the intervention of the first.
const courfaivre = '2853 Courfaivre, Rue des Prés 3'
const delemont = '2800 Delémont, Rue de la Gare 15'

/** A mobilisation report for the demo's people, as the alarm centre mails it (RFC 822). @throws for an unknown SIS. */
export async function composeAlarme(alarm: DemoAlarme = {}): Promise<Buffer> {
  const { sis = ['hs'], code = 'FEU BAT', type = 'Alarme réelle', date = new Date() } = alarm
  const { couleur = 'ROUGE', complement = '' } = alarm
  const { adresse = bassecourt, position = positionOf(adresse) } = alarm
  // The PDF writer takes long to load, and a start that finds the demo's mails does not need it.
  const { buildAlarmMail, renderReport } = await import('./demo_report.ts')
  const pdf = await renderReport({
    type,
    description: alarm.description ?? describe(code),
    dateCreation: printed(date, -90),
    debut: printed(date, 0),
    fin: printed(date, 232),
    appelant: ['Jeanne Exemple', adresse],
    message: { code, couleur, adresse, complement, ...position, centre: 'CET JU' },
    groupes: sis.flatMap(groupes),
  })
  return buildAlarmMail({
    from: ALARM_CENTRE,
    to: 'alarmes@caserne.example.org',
    subject: `Rapport d'alarme ${code}`,
    date,
    messageId: `<${date.getTime()}.${sis.join('.')}.${code.replaceAll(/\W+/g, '-')}@alarme.example.org>`,
    pdf,
  })
}

/** The three reports in the mailbox of a fresh demo. @param now the reports are from the hours before. */
export function firstAlarms(now: Date): Promise<Buffer[]> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  return Promise.all([
    composeAlarme({
      date: ago(190),
      code: 'INOND',
      couleur: 'BLEU',
      adresse: glovelier,
    }),
    composeAlarme({
      date: ago(95),
      sis: ['test'],
      code: 'AA',
      couleur: 'JAUNE',
      adresse: delemont,
    }),
    composeAlarme({ date: ago(12), sis: ['hs', 'test'], complement: 'Cheminée', adresse: courfaivre }),
  ])
}

function groupes(key: string): GroupeSpec[] {
  const sis = demoSis.find((each) => each.key === key)
  if (sis === undefined)
    throw new Error(`SIS inconnu de la démo : ${key} (${demoSis.map((each) => each.key).join(', ')})`)
  const answers = ['Vient', 'Vient', 'Ne vient pas', 'Vient', 'Pas atteint']
  const personnes = sis.people.slice(0, 9).map(([nom, prenom], index): PersonneSpec => {
    const numero = demoTelephone(sis, index)
    return {
      nom: `${nom} ${prenom}`,
      rows: [
        { media: 'Téléphone', numeros: [numero], statut: answers[index % answers.length] ?? 'Vient' },
        { media: 'SMS', numeros: [numero], statut: 'Message envoyé' },
      ],
    }
  })
  return [
    { titre: `90 EM, ${sis.nom}`, personnes: personnes.slice(0, 4) },
    { titre: `91 1er secours, ${sis.nom}`, personnes: personnes.slice(3) },
  ]
}

function describe(code: string): string {
  const known: Record<string, string> = {
    'FEU BAT': 'Feu bâtiment',
    INOND: 'Inondation',
    AA: 'Alarme automatique',
  }
  return known[code] ?? code
}

// Printed on a report as local time of the demo's SIS.
function printed(date: Date, seconds: number): string {
  const parts = new Intl.DateTimeFormat('fr-CH', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'Europe/Zurich',
  }).formatToParts(new Date(date.getTime() + seconds * 1000))
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`
}
