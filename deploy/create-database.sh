#!/bin/sh
# Run by the database's first start. Countersign's role owns its database and isn't a superuser. It may
# create the application's role, and temporary databases in which `countersign backup check` restores a backup.
set -eu
psql --username="${POSTGRES_USER:-postgres}" --set=ON_ERROR_STOP=1 \
  --set=password="$(cat "${OWNER_PASSWORD_FILE:-/run/secrets/database-owner-password}")" <<'SQL'
CREATE ROLE countersign LOGIN CREATEROLE CREATEDB PASSWORD :'password';
CREATE DATABASE countersign OWNER countersign ENCODING 'UTF8' TEMPLATE template0;
SQL
