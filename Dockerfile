# Build with the development packages, run without them. The embedded PostgreSQL stays in: one container works alone.
# `npx vitest run --project image` builds this file and runs what comes out.
# The bases are pinned by digest: a release builds from what was tested. CONTRIBUTING.md says how to renew them.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7
ARG BASE_IMAGE=debian:bookworm-slim@sha256:abd67ffcfa541b485a3dff59865ab629aa048a6c613e639d36e7456b0b229241

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY engine/package.json engine/
COPY score/package.json score/
COPY score-weights/package.json score-weights/
COPY audit/package.json audit/
COPY server/package.json server/
COPY server/bin server/bin
COPY sdk/package.json sdk/
COPY mcp/package.json mcp/
COPY cli/package.json cli/
COPY cli/bin cli/bin
COPY web/package.json web/
COPY simulated/package.json simulated/
COPY scripts/package.json scripts/build.mjs scripts/
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev
# What runs, and nothing else: no sources, tests, declarations, source maps or manuals.
RUN mkdir /out && cp -a package.json LICENSE node_modules /out/ \
 && for part in engine score score-weights audit server sdk mcp simulated web; do \
      mkdir /out/$part && for item in package.json bin dist migrations weights node_modules *.bin NOTICE; do \
        for path in $part/$item; do [ ! -e $path ] || cp -a $path /out/$part/; done; \
      done; \
    done \
 && mkdir /out/docs && cp -a docs/guide docs/operating docs/about docs/model-card.md docs/*.py clients/python/*.py /out/docs/ \
 && cp SECURITY.md CHANGELOG.md /out/ \
 && rm -f /out/node_modules/@equipoise/cli /out/node_modules/@equipoise/scripts /out/node_modules/.bin/equipoise \
 && find /out -name .built -delete \
 && find /out/node_modules /out/*/dist -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.a' -o -name '*.md' \) -delete \
 && rm -rf /usr/local/lib/node_modules/npm/docs /usr/local/lib/node_modules/npm/man

FROM ${BASE_IMAGE}
# For the embedded PostgreSQL, as a user id without a name: see server/src/db/embedded/cluster.ts.
RUN apt-get update && apt-get install -y --no-install-recommends libnss-wrapper libstdc++6 libatomic1 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/* /var/log/*
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/npm
COPY --from=build /out /app
# Any user id can write to /data, as group 0 or as owner of a volume.
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s /app/server/bin/equipoise-admin.mjs /usr/local/bin/equipoise-admin \
 && mkdir /data && chown 1000:0 /data && chmod 0770 /data
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data HOME=/tmp
USER 1000:0
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||8080)+'/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# The service itself is process 1: it gets the signals.
CMD ["node", "server/dist/main.js"]
