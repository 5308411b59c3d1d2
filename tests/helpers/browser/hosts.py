"""Jupyter's three host apps on loopback, and Chromium to look at them: for browser tests, latency and screenshots."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat

APPS = ("lab", "notebook", "voila")
LOOPBACK = r"(?:https?|wss?)://(?:127\.0\.0\.1|localhost)[:/]"
GET_CHROMIUM = "install Chromium (Debian: apt install chromium), or name its file in CHROMIUM"

CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
if hasattr(os, "geteuid") and os.geteuid() == 0:
    CHROMIUM_FLAGS.append("--no-sandbox")  # Chromium as root, in a container, cannot have one

#: No fetching of news and updates, no question about it.
QUIET = {
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {"fetchNews": "false", "checkForUpdates": False}
}
KERNEL_IS_IDLE = """() => {
    const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
    return kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
#: What may be in the way of a kernel.
ABOUT_KERNEL = """() => {
    const { currentWidget } = window.jupyterapp.shell;
    const kernel = currentWidget?.sessionContext?.session?.kernel;
    const dialogs = [...document.querySelectorAll('.jp-Dialog')].map((one) => one.textContent);
    const at = currentWidget?.context?.path ?? currentWidget?.id;
    return { at, kernel: kernel && [kernel.id, kernel.connectionStatus, kernel.status], dialogs };
}"""
ALL_CELLS_HAVE_RUN = """() => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const running = [...document.querySelectorAll('.jp-InputPrompt')].some((e) => /\\[\\*\\]/.test(e.textContent));
    return kernel.status === 'idle' && !running;
}"""
COMMAND = """([name, given, seconds]) => Promise.race([
    window.jupyterapp.commands.execute(name, given),
    new Promise((_, late) => setTimeout(() => late(new Error(`${name} took over ${seconds} s`)), 1000 * seconds)),
]).then(() => null)"""
VOILA_HAS_RUN = """() => {
    const loading = document.querySelector('#loading');
    return !loading || getComputedStyle(loading).display === 'none';
}"""


def chromium():
    """The browser's file, or None."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def write_notebook(path, cells):
    """A notebook of code cells."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(made, path)


class Host:
    """A server of one app for the notebooks in `folder`. All its configuration is its own, and goes with it."""

    def __init__(self, app, folder, *options, token=""):
        self.app, self.folder, self._token = app, Path(folder).resolve(), token
        self.own = Path(tempfile.mkdtemp(prefix="host-"))
        self.log = self.own / "server.log"
        self.port = free_port()
        for name, settings in QUIET.items():
            file = self.own / "settings" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(settings))
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self._command(), *options],
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment(),
                cwd=self.folder,
            )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def url(self, name, query=""):
        path = {
            "lab": f"lab/workspaces/{Path(name).stem}/tree/{name}?reset&{query}",
            "notebook": f"notebooks/{name}?{query}",
            "voila": f"voila/render/{name}?{query}",
        }
        return f"http://127.0.0.1:{self.port}/{path[self.app]}".rstrip("?&")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()  # its kernels are shut down
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.own, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def _command(self):
        if self.app == "voila":
            return [
                "voila",
                str(self.folder),
                "--no-browser",
                f"--port={self.port}",
                "--Voila.ip=127.0.0.1",
                "--Voila.kernel_websocket_connection_class=shiftlab_widgets.server.NoDelayConnection",
            ]
        server = [
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            "--ServerApp.ip=127.0.0.1",
            "--ServerApp.open_browser=False",
            f"--IdentityProvider.token={self._token}",
            f"--ServerApp.root_dir={self.folder}",
            "--ServerApp.allow_root=True",
        ]
        if self.app == "lab":
            return ["jupyterlab", *server, "--LabApp.expose_app_in_browser=True"]
        return ["notebook", *server, "--JupyterNotebookApp.expose_app_in_browser=True"]

    def _environment(self):
        own = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        environment = {**os.environ, **{name: str(self.own / folder) for name, folder in own.items()}}
        environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
        environment["JUPYTER_PREFER_ENV_PATH"] = "1"
        for name in ("MPLBACKEND", "SHIFTLAB_STRICT"):  # as on a student's machine
            environment.pop(name, None)
        return environment

    def _wait(self, seconds=60):
        started = time.monotonic()
        page = {"lab": "lab", "notebook": "tree", "voila": "static/x"}[self.app]
        while True:
            if self.process.poll() is not None:
                raise RuntimeError(f"the {self.app} server ended:\n{self.log.read_text(errors='replace')[-3000:]}")
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{page}", timeout=5).read(1)
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                if time.monotonic() - started > seconds:
                    raise RuntimeError(f"the {self.app} server did not answer in {seconds} s") from None
                time.sleep(0.1)


def keep_local(context):
    """Stop every request of a browser context that would leave this machine; gives the list of their addresses."""
    left = []

    def stop(route):
        left.append(route.request.url)
        route.abort()

    def listen(page):
        page.on("websocket", lambda socket: left.append(socket.url) if not re.match(LOOPBACK, socket.url) else None)

    # only these are routed: a routed request costs time
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1|localhost)"), stop)
    context.on("page", listen)
    for page in context.pages:
        listen(page)
    return left


def open_notebook(page, host, name, timeout=120, query=""):
    """Open a notebook and wait for its kernel. (Voila runs it as well.)"""
    page.goto(host.url(name, query), wait_until="domcontentloaded", timeout=1000 * timeout)
    if host.app == "voila":
        page.wait_for_function(VOILA_HAS_RUN, timeout=1000 * timeout)
        return
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=1000 * timeout)
    page.wait_for_function("() => window.jupyterapp", timeout=1000 * timeout)
    if host.app == "lab":
        page.evaluate("() => window.jupyterapp.restored")
    wait_for_kernel(page, timeout)


def wait_for_kernel(page, timeout=120):
    from playwright.sync_api import TimeoutError

    try:
        page.wait_for_function(KERNEL_IS_IDLE, timeout=1000 * timeout)
    except TimeoutError:
        raise AssertionError(f"no kernel is ready after {timeout} s: {page.evaluate(ABOUT_KERNEL)}") from None


def command(page, name, arguments=None, timeout=120):
    """A command of the app, until it is done. Playwright itself would wait for ever where a dialog is in the way."""
    page.evaluate(COMMAND, [name, arguments or {}, timeout])


def run_all(page, timeout=120):
    command(page, "notebook:run-all-cells", timeout=timeout)
    page.wait_for_function(ALL_CELLS_HAVE_RUN, timeout=1000 * timeout)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
