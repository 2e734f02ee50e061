# signalbox as an image: docs/deployment.md says how to run it. Every role and both stores use the same image.
# The index of all platforms, as it was in August 2026; `docker buildx imagetools inspect node:24-slim` prints the newest.
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
WORKDIR /app
COPY package.json package-lock.json ./
# Scripts of packages are for development: the sources run as they are.
RUN npm ci --omit=dev --ignore-scripts --cache /tmp/npm && rm -r /tmp/npm
COPY . .
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 SIGNALBOX_HOME=/data
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:4000/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "src/cli/signalbox.mjs"]
CMD ["start"]
