#!/bin/sh
# Makes the certificate of a machine of the cluster: certificates.sh DIRECTORY NAME ADDRESS… (docs/how-to/standbys.md).
# The first call also makes the cluster's authority. Anyone who has ca.key can become a machine of the cluster: keep it
# elsewhere.
set -eu
directory=${1:?usage: certificates.sh DIRECTORY NAME ADDRESS…}
name=${2:?usage: certificates.sh DIRECTORY NAME ADDRESS…}
shift 2
umask 077
mkdir -p "$directory"
cd "$directory"
make_key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }

if [ ! -e ca.key ]; then
  make_key ca.key
  openssl req -x509 -new -key ca.key -days 3650 -subj "/CN=Caserne cluster" -out ca.crt
fi
names="DNS:$name"
for address in "$@"; do names="$names,IP:$address"; done
make_key "$name.key"
# Each machine is a server to the others, and a client of them.
printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$names" >"$name.ext"
openssl req -new -key "$name.key" -subj "/CN=$name" |
  openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 -extfile "$name.ext" -out "$name.crt"
rm "$name.ext"
