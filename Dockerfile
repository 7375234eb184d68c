# syntax=docker/dockerfile:1
# The service and the commands. See docs/operations.md.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY pipelines/package.json ./pipelines/
RUN npm ci
COPY . .
RUN npm run build && npm run prepack --workspace pipelines && npm prune --omit=dev

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production \
    ADDRESS_LOOKUP_DATA=/data/indexes \
    ADDRESS_LOOKUP_DOWNLOADS=/data/downloads
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/pipelines/package.json /app/pipelines/sbom.cdx.json ./pipelines/
COPY --from=build /app/pipelines/dist ./pipelines/dist
COPY --from=build /app/pipelines/data ./pipelines/data
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["node", "pipelines/dist/pipelines/address-lookup.js"]
CMD ["serve", "--data", "/data/indexes", "--host", "0.0.0.0", "--port", "8080"]
