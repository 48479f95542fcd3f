"""Names of tools that are often written small, the same in every language."""

TOOLS = """
postgres postgresql mysql mariadb sqlite mongodb mongo redis memcached kafka rabbitmq nats elasticsearch opensearch
clickhouse snowflake bigquery dynamodb cassandra neo4j qdrant pgvector duckdb docker podman kubernetes k8s helm
terraform ansible pulumi nginx caddy traefik envoy apache jenkins gitlab github circleci travis bazel gradle maven
npm yarn pnpm bun deno node pip poetry uv conda cargo rust go golang python java kotlin swift ruby php perl scala
haskell elixir erlang typescript javascript react vue svelte angular nextjs django flask fastapi rails laravel
spring express graphql grpc rest protobuf websockets webpack vite rollup esbuild babel eslint prettier ruff black
flake8 mypy pyright pytest jest vitest cypress playwright selenium pandas numpy polars pytorch tensorflow jax
vim neovim emacs vscode zsh fish bash tmux git mercurial svn jira linear notion slack discord zoom teams obsidian
figma photoshop excel linux ubuntu debian fedora macos windows android ios aws gcp azure heroku vercel netlify
cloudflare sentry datadog prometheus grafana celery airflow dagster dbt spark flink hadoop s3 minio supabase firebase
stripe auth0 okta keycloak openai claude gpt gemini llama ollama langchain json yaml toml xml csv parquet
arrow markdown latex html css sass tailwind bootstrap http https http/2 quic tcp udp oauth jwt saml ssh tls
"""
