# The image of a release, which `npm run release` makes from its archive (decision 141). By hand, beside it:
# docker build --build-arg VERSION=1.0.0 -f Dockerfile .
ARG BASE=docker.io/library/debian:12-slim
FROM ${BASE}
ARG VERSION
ADD feuilleton-${VERSION}-linux-x64.tar.xz /opt/
# Settings, database and backups are on the volume, where a site without settings is set up too.
RUN mv /opt/feuilleton-${VERSION} /opt/feuilleton \
  && ln -s /opt/feuilleton/bin/feuilleton /usr/local/bin/feuilleton \
  && useradd --uid 1000 --user-group --no-create-home --home-dir /nonexistent feuilleton \
  && install -d -o feuilleton -g feuilleton -m 700 /data \
  && ln -s /data /etc/feuilleton \
  && printf '%s\n' HOST=0.0.0.0 DATABASE_URL=file:/data/database BACKUP_FOLDER=/data/backups \
    > /opt/feuilleton/defaults
WORKDIR /opt/feuilleton
# As `npm run serve`: decision 61.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
VOLUME /data
USER feuilleton
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node_modules/node/bin/node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||4321)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Node itself, so that the stop signal reaches it.
CMD ["node_modules/node/bin/node", "--max-semi-space-size=4", "--heap-growing-percent=30", "src/lib/server/main.ts"]
