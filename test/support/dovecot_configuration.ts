/** The system user that Dovecot runs as. */
export interface Account {
  name: string
  group: string
  uid: number
  gid: number
}

/** TLS: STARTTLS on the port, and implicit TLS on another; files of key and certificate (PEM). */
export interface Tls {
  port: number
  key: string
  certificate: string
}

/** Configuration of a rootless Dovecot: https://doc.dovecot.org/2.3/configuration_manual/howto/rootless/ */
export function configuration(
  directory: string,
  port: number,
  account: Account,
  password: string,
  tls: Tls | null,
): string {
  return `
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/log
protocols = imap
listen = 127.0.0.1
${tls ? `ssl = yes\nssl_key = <${tls.key}\nssl_cert = <${tls.certificate}` : 'ssl = no'}
disable_plaintext_auth = no
default_internal_user = ${account.name}
default_internal_group = ${account.group}
default_login_user = ${account.name}
first_valid_uid = 1
mail_location = maildir:${directory}/mail/%u
mailbox_idle_check_interval = 1s
auth_failure_delay = 0
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tls?.port ?? 0}
    ssl = yes
  }
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${account.uid} gid=${account.gid} home=${directory}/home
}
namespace inbox {
  inbox = yes
}
`
}

/** Additional configuration for many connections, which have a process each. Looks for mail less often. */
export function forMany(connections: number): string {
  return `
default_process_limit = ${connections}
default_client_limit = ${4 * connections}
mailbox_idle_check_interval = 30s
service imap {
  process_limit = ${connections}
}
service imap-login {
  service_count = 0
  process_min_avail = 1
}
`
}
