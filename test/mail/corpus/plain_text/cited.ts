import type { CorpusMail } from '../expectation.ts'
import { alarm, failed, mail } from '../letter.ts'

const own = (adresse: string) => `Type: Feu\nAdresse: ${adresse}\nSIS: hs`
const old = 'Type: Inondation\nAdresse: Rue Ancienne 1\nDescription: Vieille alarme\nSIS: test\nGroupe: 90 EM'
const onlyCited = failed('L’alarme n’est que dans une partie citée du message.')

const quoted = (text: string) => text.replace(/^/gm, '> ')

/** Text that the sender did not write himself. */
export const cited: CorpusMail[] = [
  mail(
    'Cited: lines with the mark of a quote, above and below',
    { body: `${quoted(old)}\n${own('Rue Citée 170')}\n${quoted(quoted(old))}` },
    alarm('Rue Citée 170'),
  ),
  mail(
    'Cited: an answer in French',
    {
      body: `${own('Rue Citée 171')}\n\nLe sam. 14 mars 2026 à 14:30, CET JU <cet@alarme.example.org> a écrit\u00a0:\n\n${old}`,
    },
    alarm('Rue Citée 171'),
  ),
  mail(
    'Cited: an answer in French whose line of introduction is folded',
    {
      body: `${own('Rue Citée 172')}\n\nLe samedi 14 mars 2026 à 14:30, Centrale d’engagement et de transmission\n<cet@alarme.example.org> a écrit :\n${old}`,
    },
    alarm('Rue Citée 172'),
  ),
  mail(
    'Cited: an answer in German',
    { body: `${own('Rue Citée 173')}\n\nAm 14.03.2026 um 14:30 schrieb CET JU:\n${old}` },
    alarm('Rue Citée 173'),
  ),
  mail(
    'Cited: an original message between dashes',
    { body: `${own('Rue Citée 174')}\n\n-----Message d’origine-----\nDe : CET\n\n${old}` },
    alarm('Rue Citée 174'),
  ),
  mail(
    'Cited: the head that Outlook puts above',
    {
      body: `${own('Rue Citée 175')}\n\n________________________________\nDe : CET JU <cet@alarme.example.org>\nEnvoyé : samedi 14 mars 2026 14:30\nÀ : alarmes@caserne.example.org\nObjet : Alarme\n\n${old}`,
    },
    alarm('Rue Citée 175'),
  ),
  mail(
    'Cited: a signature with labels of its own',
    {
      body: `${own('Rue Citée 176')}\n\n-- \nCentrale\nAdresse: Rue de la Police 1\nType: Permanence\nSapeur: Amsler Ricarda`,
    },
    alarm('Rue Citée 176'),
  ),
  mail(
    'Cited: nothing but an answer to an alarm',
    { body: `Bien reçu, merci.\n\nLe 14 mars 2026 à 14:30, CET JU a écrit :\n${quoted(old)}` },
    onlyCited,
  ),
  mail(
    'Cited: nothing but an answer by Outlook to an alarm',
    {
      body: `Alarme annulée.\n\nDe : CET JU\nEnvoyé : samedi 14 mars 2026 14:30\nÀ : SIS Haute-Sorne\nCc : SIS Test\nObjet : Alarme\n\n${old}`,
    },
    onlyCited,
  ),
  mail('Cited: nothing but quoted lines', { body: `Bien reçu.\n\n${quoted(old)}` }, onlyCited),
  mail(
    'Forwarded: an alarm by Gmail',
    {
      body: `Pour suite utile\n\n---------- Message transféré ---------\nDe : CET JU <cet@alarme.example.org>\nDate : sam. 14 mars 2026 à 14:30\nSubject: Alarme\nÀ : <alarmes@caserne.example.org>\n\n\n${own('Rue Transférée 177')}`,
    },
    alarm('Rue Transférée 177'),
  ),
  mail(
    'Forwarded: an alarm by Apple Mail, in quoted lines',
    {
      body: `Début du message transféré :\n\n${quoted(`De: CET JU <cet@alarme.example.org>\nObjet: Alarme\nDate: 14 mars 2026 à 14:30:00 UTC+1\nÀ: alarmes@caserne.example.org\n\n${own('Rue Transférée 178')}`)}`,
    },
    alarm('Rue Transférée 178'),
  ),
  mail(
    'Forwarded: an alarm in English, with an alarm of its own above',
    {
      body: `${own('Rue Transférée 179')}\n\n---------- Forwarded message ---------\nFrom: CET JU <cet@alarme.example.org>\nDate: Sat, Mar 14, 2026 at 2:30 PM\n\n${old}`,
    },
    alarm('Rue Transférée 179'),
  ),
  mail(
    'Forwarded: an answer that cites an alarm is still none',
    {
      body: `-------- Message transféré --------\nSujet : Re: Alarme\nDate : 14 mars 2026\n\nBien reçu\n\nLe 14 mars 2026, CET JU a écrit :\n${quoted(old)}`,
    },
    onlyCited,
  ),
  mail(
    'Forwarded: an alarm that is signed, below a signed remark',
    {
      body: `Pour suite utile\n-- \nCET JU\n\n---------- Message transféré ---------\nDe : CET JU\n\n${own('Rue Transférée 180')}\n-- \nSapeur: Signature`,
    },
    alarm('Rue Transférée 180'),
  ),
]
