#!/bin/sh
# Run by the database's first start. Countersign's role owns its database and may create the application's role; it is no superuser.
set -eu
psql --username="${POSTGRES_USER:-postgres}" --set=ON_ERROR_STOP=1 \
  --set=password="$(cat "${OWNER_PASSWORD_FILE:-/run/secrets/database-owner-password}")" <<'SQL'
CREATE ROLE countersign LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE countersign OWNER countersign;
SQL
