import { createTransport } from 'nodemailer'
import { ALARM_CENTRE, composeAlarme, type DemoAlarme } from './demo_alarme.ts'

/** Mails an alarm to the demo's mailbox. @throws when nothing listens on the SMTP port. */
export async function sendAlarme(alarm: DemoAlarme, smtpPort: number): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false, ignoreTLS: true })
  try {
    await transport.sendMail({
      envelope: { from: ALARM_CENTRE, to: 'alarmes@caserne.example.org' },
      raw: await composeAlarme(alarm),
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESOCKET') {
      throw new Error(
        `Aucune messagerie sur le port ${smtpPort} : la démo est-elle lancée (npm start), sur le même PORT ?`,
      )
    }
    throw error
  } finally {
    transport.close()
  }
}
