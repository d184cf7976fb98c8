# The MCP server on /project, as an ordinary user:
#   docker run -i --rm --read-only --network none --tmpfs /tmp \
#     --mount type=bind,source="$PWD",target=/project,readonly repomap --read-only
FROM node:22-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /tmp

FROM node:22-slim
COPY --from=build /tmp/repomap-*.tgz /tmp/repomap.tgz
RUN npm install --global --no-audit --no-fund /tmp/repomap.tgz && rm -r /tmp/repomap.tgz /root/.npm
ENV NODE_ENV=production XDG_CACHE_HOME=/tmp/cache
USER 1000:1000
WORKDIR /project
ENTRYPOINT ["repomap", "mcp", "/project"]
