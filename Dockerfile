# The web app for a class:  docker build -t langkah . && docker run --rm -p 8000:8000 langkah
# The workers of a cluster need other extras: docs/cluster.md.
FROM python:3.13-slim AS build
ARG EXTRAS=fast,web,pictures
ARG PACKAGES=
COPY . /source
RUN python -m venv /langkah && /langkah/bin/pip install --no-cache-dir --constraint /source/constraints.txt "/source[$EXTRAS]" $PACKAGES

FROM python:3.13-slim
COPY --from=build /langkah /langkah
RUN useradd --create-home player
USER player
ENV PATH=/langkah/bin:$PATH LANGKAH_CACHE=/home/player/.cache/langkah
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/', timeout=3)"]
CMD ["langkah", "play", "--host", "0.0.0.0", "--port", "8000", "--no-browser"]
