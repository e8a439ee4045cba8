# Build with the development packages, run without them. The embedded PostgreSQL stays in: one container works alone.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY engine/package.json engine/
COPY score/package.json score/
COPY score-weights/package.json score-weights/
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY mcp/package.json mcp/
COPY cli/package.json cli/
COPY web/package.json web/
COPY simulated/package.json simulated/
COPY scripts/package.json scripts/
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:'+(process.env.PORT||8080)+'/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "server/dist/main.js"]
