import { createHash } from 'node:crypto'
import { ALARM_CENTRE } from '../../../../src/demo/demo_alarme.ts'
import { type AlarmMail, buildAlarmMail } from '../../../../src/demo/demo_report.ts'
import type { GroupeSpec, PersonneSpec } from '../../../../src/demo/report_spec.ts'
import { personne } from '../../parsers/sample_report.ts'
import type { AlarmeAttendue, Becomes, CorpusMail } from '../expectation.ts'
import { type Ink, ink } from '../paper/ink.ts'
import type { Layout } from '../paper/layout.ts'
import { type PaperSpec, typeset } from '../paper/typeset.ts'

/** The parts of a mail that differ from the usual. */
interface Variation {
  spec: PaperSpec
  layout?: Partial<Layout>
  ink?: Partial<Ink>
  mail?: Partial<Omit<AlarmMail, 'pdf'>>
}

/** Ricarda Amsler, who comes. */
export const ricarda: PersonneSpec = personne('Amsler Ricarda', 'Vient', '+41795551010')

/** The staff of `hs`, or the given group. */
export function em(...personnes: PersonneSpec[]): GroupeSpec {
  return { titre: '90 EM, SIS Haute-Sorne', personnes: personnes.length > 0 ? personnes : [ricarda] }
}

/** A fire at an address, for which Ricarda Amsler comes; `usual` is its outcome. */
export function fire(adresse: string, more: Partial<PaperSpec> = {}): PaperSpec {
  return {
    type: 'Alarme réelle',
    description: 'Feu bâtiment',
    dateCreation: '14/03/2026 14:28:15',
    debut: '14/03/2026 14:29:45',
    fin: '14/03/2026 14:33:37',
    appelant: ['Jeanne Exemple', 'Rue de la Gare 13', '2800 Delémont'],
    lieu: 'Delémont',
    message: `FEU BAT ROUGE; ${adresse}; Cheminée; 2593067,1246045; CET JU`,
    groupes: [em()],
    ...more,
  }
}

type Intervention = NonNullable<AlarmeAttendue['intervention']>

/** The alarm of a fire in `hs`, with the given differences from the usual. Postcode 2800 is Delémont's. */
export function usual(
  adresse: string,
  more: Partial<Omit<AlarmeAttendue, 'intervention'>> = {},
  intervention: Partial<Intervention> | null = {},
): Becomes {
  const alarme = usualAlarme(adresse, more, intervention)
  return { etat: 'alarm', raison: '', alarmes: { hs: alarme } }
}

/** The same, as the alarm alone. */
export function usualAlarme(
  adresse: string,
  more: Partial<Omit<AlarmeAttendue, 'intervention'>> = {},
  intervention: Partial<Intervention> | null = {},
): AlarmeAttendue {
  return {
    type: 'Alarme réelle',
    code: 'FEU BAT',
    couleur: 'ROUGE',
    adresse,
    complement: 'Cheminée',
    description: 'Feu bâtiment',
    date: '2026-03-14T13:29:45Z',
    wgs84: '47.365210,7.346858',
    lv95: '2593067,1246045',
    groupes: ['90 EM'],
    viennent: ['Amsler Ricarda'],
    inconnus: [],
    ...more,
    intervention: intervention && {
      objet: 'Feu bâtiment',
      lieu: adresse,
      degre: 4,
      type_intervention: 'Feu bâtiment',
      stat_federal: 'Lutte contre le feu',
      localite: adresse.startsWith('2800 ') ? '2800 Delémont' : '',
      ...intervention,
    },
  }
}

/** A message without an alarm. */
export function none(etat: 'ignored' | 'failed', raison: string): Becomes {
  return { etat, raison, alarmes: {} }
}

/** A report as a PDF. */
export function paper({ spec, layout, ink: how }: Omit<Variation, 'mail'>): Buffer {
  return ink(typeset(spec, layout), how)
}

/** A mail with one report, drawn by hand. */
export function reportMail(title: string, variation: Variation, becomes: Becomes): CorpusMail {
  return pdfMail(title, { pdf: () => paper(variation), ...variation.mail }, becomes)
}

/** A mail of the alarm centre with the given attachments. */
export function pdfMail(
  title: string,
  { pdf, ...more }: Partial<Omit<AlarmMail, 'pdf'>> & { pdf?: () => Buffer },
  becomes: Becomes,
): CorpusMail {
  const messageId = `<${createHash('sha256').update(title).digest('hex').slice(0, 24)}@alarme.example.org>`
  const mail = () =>
    buildAlarmMail({
      from: ALARM_CENTRE,
      to: 'alarmes@caserne.example.org',
      subject: title,
      date: new Date('2026-03-14T13:40:00Z'),
      messageId,
      ...(pdf && { pdf: pdf() }),
      ...more,
    })
  return { title, mail, becomes }
}
