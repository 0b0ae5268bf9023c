import type { CorpusMail } from '../expectation.ts'
import { alarm, failed, html, mail } from '../letter.ts'

const own = (adresse: string) => `Type: Feu\nAdresse: ${adresse}\nSIS: hs`
const onlyCited = failed('L’alarme n’est que dans une partie citée du message.')
const french =
  'De : CET JU <cet@alarme.example.org>\nEnvoyé : samedi 14 mars 2026 14:30\nÀ : alarmes@caserne.example.org; sis@example.org;\n  autre@example.org\nCc : Centrale\nObjet : Alarme\nImportance : Haute\n\n'

/** Mails forwarded by Outlook, which marks them only with the header of the mail. */
export const forwarded: CorpusMail[] = [
  mail(
    'Outlook: a head in French and nothing above',
    { body: `${french}${own('Rue Relayée 220')}` },
    alarm('Rue Relayée 220'),
  ),
  mail(
    'Outlook: a greeting, a line, a head in French',
    {
      body: `Bonjour à tous,\n\n________________________________\n${french}${own('Rue Relayée 221')}\n-- \nCET`,
    },
    alarm('Rue Relayée 221'),
  ),
  mail(
    'Outlook: a greeting to somebody, regards and a name, an original message between dashes',
    {
      body: `Bonjour Monsieur Exemple,\n\nMeilleures salutations\nJean Exemple\nCentrale\n\n-----Message d'origine-----\n${french}${own('Rue Relayée 222')}`,
    },
    alarm('Rue Relayée 222'),
  ),
  mail(
    'Outlook: a head in German',
    {
      body: `Guten Tag\n\nVon: CET JU <cet@alarme.example.org>\nGesendet: Samstag, 14. März 2026 14:30\nAn: alarmes@caserne.example.org\nBetreff: Alarme\n\n${own('Rue Relayée 223')}`,
    },
    alarm('Rue Relayée 223'),
  ),
  mail(
    'Outlook: a head in English, in bold',
    {
      body: `Pour info\n\n*From:* CET JU <cet@alarme.example.org>\n*Sent:* Saturday, March 14, 2026 2:30 PM\n*To:* alarmes@caserne.example.org\n*Subject:* Alarme\n\n${own('Rue Relayée 224')}`,
    },
    alarm('Rue Relayée 224'),
  ),
  mail(
    'Outlook: an original message in English, without a head',
    { body: `FYI\n\n-----Original Message-----\n\n${own('Rue Relayée 225')}` },
    alarm('Rue Relayée 225'),
  ),
  mail(
    'Outlook: forwarded twice',
    { body: `${french}Bonjour,\n\n${french}${own('Rue Relayée 226')}` },
    alarm('Rue Relayée 226'),
  ),
  mail(
    'Outlook: in HTML, with no-break spaces before the colons',
    html(
      '<p>Bonjour,</p><hr><div><p><b>De&nbsp;:</b> CET JU &lt;cet@alarme.example.org&gt;<br><b>Envoyé&nbsp;:</b> samedi 14 mars 2026 14:30<br><b>À&nbsp;:</b> alarmes@caserne.example.org<br><b>Objet&nbsp;:</b> Alarme</p></div><p>Type&nbsp;: Feu</p><p>Adresse&nbsp;: Rue Relayée 227</p><p>SIS&nbsp;: hs</p>',
    ),
    alarm('Rue Relayée 227'),
  ),
  mail(
    'Outlook: the signature of a telephone and nothing else above',
    { body: `Envoyé de mon iPhone\n\n${french}${own('Rue Relayée 230')}` },
    alarm('Rue Relayée 230'),
  ),
  mail(
    'Outlook: an answer above the head of an alarm is none',
    { body: `Bonjour, bien reçu.\n\n${french}${own('Rue Relayée 228')}` },
    onlyCited,
  ),
  mail(
    'Outlook: thanks above the head of an alarm are an answer',
    { body: `Merci\n\n${french}${own('Rue Relayée 229')}` },
    onlyCited,
  ),
]
