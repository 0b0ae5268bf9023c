#!/bin/sh
# Installs this checkout on Debian as systemd units, or upgrades such an installation: docs/how-to/install.md. It starts
# and stops nothing. Run it again at any time: settings and secrets that exist stay as they are.
# DESTDIR installs below another root directory.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$source/package.json")
here="$root/opt/caserne/$version"

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

# The new version is complete before it takes the place of an earlier try.
draft="$here.new"
rm -rf "$draft"
mkdir -p "$draft/docs"
for each in package.json package-lock.json .npmrc .gmrc CHANGELOG.md src sql migrations deploy; do
  cp -R "$source/$each" "$draft/"
done
cp -R "$source/docs/." "$draft/docs/"
(cd "$draft" && npm ci --omit=dev --omit=optional --no-audit --no-fund)
# Debian's Node is older than the program needs; npm has one as a package.
if node -e 'process.exit(process.features.typescript ? 0 : 1)'; then
  ln -s "$(readlink -f "$(command -v node)")" "$draft/node"
else
  wanted=$(sed -n 's/^    "node": "\(.*\)",$/\1/p' "$draft/package.json")
  npm install --prefix "$draft/runtime" --no-audit --no-fund --loglevel=error "node@$wanted"
  ln -s runtime/node_modules/node/bin/node "$draft/node"
fi
rm -rf "$here"
mv "$draft" "$here"
previous=$(readlink "$root/opt/caserne/current" || true)
ln -sfn "$version" "$root/opt/caserne/current"

etc="$root/etc/caserne"
mkdir -p "$etc"
[ -e "$etc/caserne.env" ] || install -m 644 "$source/deploy/systemd/caserne.env" "$etc/caserne.env"
"$source/deploy/secrets.sh" "$etc/secrets" "${DATABASE_HOST:-127.0.0.1}"
[ -e "$etc/secrets/smtp_url" ] || echo "smtps://utilisateur:mot-de-passe@smtp.example.org" >"$etc/secrets/smtp_url"
# systemd hands them to the units.
chmod 600 "$etc/secrets"/*

units="$root/etc/systemd/system"
mkdir -p "$units"
install -m 644 "$source"/deploy/systemd/*.service "$source/deploy/systemd/caserne.target" "$units/"
if [ -e "$etc/secrets/imap_url" ]; then
  install -D -m 644 "$source/deploy/systemd/imap.conf" "$units/caserne-worker@.service.d/imap.conf"
fi
install -D -m 755 "$source/deploy/caserne" "$root/usr/local/bin/caserne"
if [ -z "$root" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi

cat <<MESSAGE
Caserne $version est installée dans /opt/caserne/$version${previous:+ (avant : $previous)}.
Ensuite (/opt/caserne/current/docs/how-to/install.md) :
  1. Complétez /etc/caserne/caserne.env et les fichiers de /etc/caserne/secrets.
  2. systemctl start caserne-migrate
  3. systemctl enable caserne.target caserne-auth caserne-data@4000 caserne-data@4010 caserne-worker@1 caserne-worker@2
     systemctl start caserne.target
  4. caserne doctor
MESSAGE
