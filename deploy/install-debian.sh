#!/bin/sh
# Installs this checkout on Debian beside what runs, or completes such an installation: docs/how-to/install.md. It
# starts, stops and removes nothing: `caserne-migrate` changes to the new version. Run it again at any time: settings
# and secrets that exist stay as they are. DESTDIR installs below another root directory.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$source/package.json")
versions="$root/opt/caserne"

if [ "$(id -u)" != 0 ]; then
  echo "Lancez ce script en root." >&2
  exit 1
fi
for command in npm node; do
  if ! command -v $command >/dev/null; then
    echo "$command manque : apt install nodejs npm" >&2
    exit 1
  fi
done

# A version has a directory of its own. Another program with the same number goes beside it: <version>-2, -3 …
draft=''
trap 'rm -rf "$draft"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$versions"
draft=$(mktemp -d "$versions/.new.XXXXXX")
for each in package.json package-lock.json .npmrc .gmrc CHANGELOG.md docs src sql migrations deploy; do
  cp -R "$source/$each" "$draft/"
done
# Secrets that somebody made beside compose.yaml.
rm -rf "$draft/deploy/secrets"
chmod 755 "$draft"
name=$version
copy=1
# Whole versions only: what npm adds is not compared.
while [ -e "$versions/$name" ] &&
  ! diff -qr -x node_modules -x runtime -x node "$draft" "$versions/$name" >/dev/null; do
  copy=$((copy + 1))
  name="$version-$copy"
done
if [ ! -e "$versions/$name" ]; then
  (cd "$draft" && npm ci --omit=dev --omit=optional --no-audit --no-fund)
  # Debian's Node is older than the program needs; npm has one as a package.
  if node -e 'process.exit(process.features.typescript ? 0 : 1)'; then
    ln -s "$(readlink -f "$(command -v node)")" "$draft/node"
  else
    wanted=$(sed -n 's/^    "node": "\(.*\)",$/\1/p' "$draft/package.json")
    npm install --prefix "$draft/runtime" --no-audit --no-fund --loglevel=error "node@$wanted"
    ln -s runtime/node_modules/node/bin/node "$draft/node"
  fi
  mv -T "$draft" "$versions/$name"
fi

etc="$root/etc/caserne"
mkdir -p "$etc"
[ -e "$etc/caserne.env" ] || install -m 644 "$source/deploy/systemd/caserne.env" "$etc/caserne.env"
"$source/deploy/secrets.sh" "$etc/secrets" "${DATABASE_HOST:-127.0.0.1}"
[ -e "$etc/secrets/smtp_url" ] || echo "smtps://utilisateur:mot-de-passe@smtp.example.org" >"$etc/secrets/smtp_url"
# systemd hands them to the units.
chmod 600 "$etc/secrets"/*

# The units of the version that runs stay until the database is migrated; `switch.sh` brings the others.
units="$root/etc/systemd/system"
install -D -m 644 "$source/deploy/systemd/caserne-migrate.service" "$units/caserne-migrate.service"
if [ -e "$etc/secrets/imap_url" ]; then
  install -D -m 644 "$source/deploy/systemd/imap.conf" "$units/caserne-worker@.service.d/imap.conf"
fi
install -D -m 755 "$source/deploy/caserne" "$root/usr/local/bin/caserne"
current=$(readlink "$versions/current" || true)
ln -sfn "$name" "$versions/next"
if [ -z "$root" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi

echo "Caserne $version est installée dans /opt/caserne/$name${current:+ (en service : $current)}."
if [ -z "$current" ]; then
  cat <<MESSAGE
Ensuite (/opt/caserne/$name/docs/how-to/install.md) :
  1. Complétez /etc/caserne/caserne.env et les fichiers de /etc/caserne/secrets.
  2. systemctl start caserne-migrate
  3. systemctl enable caserne.target caserne-auth caserne-data@4000 caserne-data@4010 caserne-worker@1 caserne-worker@2
     systemctl start caserne.target
  4. caserne doctor
MESSAGE
elif [ "$current" = "$name" ]; then
  echo "C’est la version en service : rien à migrer. Après un changement de réglages : systemctl restart caserne.target"
else
  cat <<MESSAGE
Ensuite (/opt/caserne/$name/docs/how-to/upgrade.md) :
  1. CASERNE_VERSION=next caserne migrate status
  2. systemctl start caserne-migrate     (migre la base, puis change de version)
  3. systemctl restart 'caserne-worker@*', puis un par un caserne-data@4000, caserne-data@4010, caserne-auth
  4. caserne doctor
MESSAGE
fi
