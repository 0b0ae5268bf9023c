import type { CorpusMail } from '../expectation.ts'
import { alarm, failed, html, mail, multipart, plain } from '../letter.ts'

/** HTML, alone or beside a text. */
export const htmlMails: CorpusMail[] = [
  mail(
    'HTML: paragraphs and line breaks',
    html('<p>Type: Feu<br>Adresse: <b>Rue</b> HTML 150</p><div>SIS: hs</div>'),
    alarm('Rue HTML 150'),
  ),
  mail(
    'HTML: a table with colons',
    html(
      '<table><tr><td>Type:</td><td>Feu</td></tr><tr><td>Adresse:</td><td>Rue HTML 151</td></tr><tr><th>SIS:</th><td>hs</td></tr></table>',
    ),
    alarm('Rue HTML 151'),
  ),
  mail(
    'HTML: a table without colons, within a table',
    html(
      '<table><tr><td><table><tbody><tr><td><b>Type</b></td><td>Feu</td></tr>\n<tr><th>Adresse</th>\n<td>Rue HTML 152</td></tr><tr><td>SIS</td><td>hs</td></tr></tbody></table></td></tr></table>',
    ),
    alarm('Rue HTML 152'),
  ),
  mail(
    'HTML: a table of Outlook, with a paragraph in each cell',
    html(
      '<table class=MsoTable><tr><td><p class=MsoNormal>Type&nbsp;:<o:p></o:p></p></td><td><p class=MsoNormal>Feu<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>Adresse</p></td><td><p class=MsoNormal>Rue HTML 153</p></td></tr><tr><td><p>SIS</p></td><td><p>hs</p></td></tr></table>',
    ),
    alarm('Rue HTML 153'),
  ),
  mail(
    'HTML: letters and signs as entities',
    html(
      'Type&#58; Feu<br>Adresse : Rue de l&rsquo;&Eacute;glise 154 &amp; c&oelig;ur &lt;3e&gt; &#x2013; fin<br>SIS : hs',
    ),
    alarm('Rue de l’Église 154 & cœur <3e> – fin'),
  ),
  mail(
    'HTML: what nobody sees is not read',
    html(
      '<html><head><title>Type: Titre</title><style>p{content:"Type: Style"}</style></head><body><!-- Type: Commentaire --><script>Type: Script</script><p style="display:none">Type: Caché</p><p style="DISPLAY: none;color:red">Type: Caché</p><div hidden>Type: Caché</div><p>Type: Feu</p><p>Adresse: Rue HTML 155</p><p>SIS: hs</p></body></html>',
    ),
    alarm('Rue HTML 155'),
  ),
  mail(
    'HTML: links keep their words only, images nothing',
    html(
      'Type: Feu<br>Adresse: <a href="https://map.example.org/?q=1">Rue HTML 156</a> <img src="cid:x" alt="Type: Image"><br>SIS: hs<br>Sapeur: Amsler Ricarda, <a href="tel:+41795551010">079 555 10 10</a>',
    ),
    alarm('Rue HTML 156', { viennent: ['Amsler Ricarda'] }),
  ),
  mail(
    'HTML: a map behind the words of a link',
    html(
      'Type: Feu<br>Adresse: <a href="https://www.google.com/maps?q=47.36521,7.346858&amp;z=18">Rue HTML 171</a><br>SIS: hs<br><br><a href="https://example.org">Centrale</a>',
    ),
    alarm('Rue HTML 171', { wgs84: '47.365210,7.346858' }),
  ),
  mail(
    'HTML: a map behind the words of a link, beside a text without it',
    multipart(
      'alternative',
      plain('Type: Feu\nAdresse: Rue HTML 172\nSIS: hs\n\nCarte'),
      html(
        'Type: Feu<br>Adresse: Rue HTML 172<br>SIS: hs<br><br><a href="https://map.geo.admin.ch/?E=2593067&amp;N=1246045&amp;zoom=10">Carte</a>',
      ),
    ),
    alarm('Rue HTML 172', { lv95: '2593067,1246045', wgs84: '47.365210,7.346858' }),
  ),
  mail(
    'HTML: maps of two places say nothing of the place',
    html(
      'Type: Feu<br>Adresse: Rue HTML 173<br>SIS: hs<br><br><a href="https://maps.google.com/?q=47.3,7.3">Carte</a> <a href="https://maps.google.com/?q=47.4,7.4">Accès</a>',
    ),
    alarm('Rue HTML 173'),
  ),
  mail(
    'HTML: maps of a hidden link and of a signature are not read',
    html(
      'Type: Feu<br>Adresse: Rue HTML 174<br>SIS: hs<br><a hidden href="https://maps.google.com/?q=47.3,7.3">Carte</a><br>--<br><a href="https://maps.google.com/?q=47.4,7.4">Centrale</a>',
    ),
    alarm('Rue HTML 174'),
  ),
  mail(
    'HTML: a link to the report',
    html('<p>Nouvelle alarme.</p><p><a href="https://rapports.example.org/4711">Voir le rapport</a></p>'),
    failed('Aucun format d’alarme reconnu. Un lien qu’il contient n’est pas suivi.'),
  ),
  mail(
    'HTML: a long line stays one',
    html(`<p>Type: Feu</p><p>Adresse: Rue HTML 157 ${'derrière la grange '.repeat(12)}fin</p><p>SIS: hs</p>`),
    alarm(`Rue HTML 157 ${'derrière la grange '.repeat(12)}fin`),
  ),
  mail(
    'HTML: a list',
    html('<ul><li>Type: Feu</li><li>Adresse: Rue HTML 158</li></ul><ol><li>SIS: hs</li></ol>'),
    alarm('Rue HTML 158'),
  ),
  mail(
    'HTML: an answer that cites an alarm',
    html(
      '<p>Merci, bien reçu.</p><div class="gmail_quote">Le sam. 14 mars 2026 à 14:30, CET &lt;cet@alarme.example.org&gt; a écrit :<blockquote>Type: Feu<br>Adresse: Rue HTML 159<br>SIS: hs</blockquote></div>',
    ),
    failed('L’alarme n’est que dans une partie citée du message.'),
  ),
  mail(
    'HTML: in a charset that only its header names',
    {
      headers: ['Content-Type: text/html; charset=windows-1252'],
      body: Buffer.from('Type: Feu<br>Adresse: Rue de l\x92\xc9glise 160<br>SIS: hs', 'latin1'),
    },
    alarm('Rue de l’Église 160'),
  ),
  mail(
    'HTML and text: the same',
    multipart(
      'alternative',
      plain('Type: Feu\nAdresse: Rue HTML 161\nSIS: hs'),
      html('Type: Feu<br>Adresse: Rue HTML 161<br>SIS: hs'),
    ),
    alarm('Rue HTML 161'),
  ),
  mail(
    'HTML and text: an empty text',
    multipart('alternative', plain(' \n\n'), html('Type: Feu<br>Adresse: Rue HTML 162<br>SIS: hs')),
    alarm('Rue HTML 162'),
  ),
  mail(
    'HTML and text: a text that only says that there is HTML',
    multipart(
      'alternative',
      plain('Ce message est au format HTML.'),
      html('Type: Feu<br>Adresse: Rue HTML 163<br>SIS: hs'),
    ),
    alarm('Rue HTML 163'),
  ),
  mail(
    'HTML and text: a text without the address',
    multipart('alternative', plain('Type: Feu'), html('Type: Feu<br>Adresse: Rue HTML 164<br>SIS: hs')),
    alarm('Rue HTML 164'),
  ),
  mail(
    'HTML and text that disagree: the text is read',
    multipart(
      'alternative',
      plain('Type: Feu\nAdresse: Rue HTML 165\nSIS: hs'),
      html('Type: Feu<br>Adresse: Rue HTML 166<br>SIS: test'),
    ),
    alarm('Rue HTML 165'),
  ),
  mail(
    'HTML: without a single tag',
    html('Type: Feu SIS: hs'),
    failed('Aucun SIS de cette instance n’est nommé. Le message n’a pas d’adresse.'),
  ),
]
