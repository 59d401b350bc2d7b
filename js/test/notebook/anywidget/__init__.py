"""
Stands in for anywidget's Python half, which neither Debian nor npm has, in the tests alone: a model whose traits with `sync`
are those of the real front end, by version 2 of the messages of Jupyter widgets. The front end is anywidget's own.
"""

from pathlib import Path

from ipykernel.comm import Comm
from traitlets import HasTraits, Unicode

FRONT_END = "~0.11.0"


class AnyWidget(HasTraits):
    _model_name = Unicode("AnyModel").tag(sync=True)
    _model_module = Unicode("anywidget").tag(sync=True)
    _model_module_version = Unicode(FRONT_END).tag(sync=True)
    _view_name = Unicode("AnyView").tag(sync=True)
    _view_module = Unicode("anywidget").tag(sync=True)
    _view_module_version = Unicode(FRONT_END).tag(sync=True)
    _anywidget_id = Unicode().tag(sync=True)
    _esm = ""
    _css = ""

    def __init__(self, **values):
        kind = type(self)
        texts = {name: Unicode(text.read_text() if isinstance(text, Path) else text).tag(sync=True) for name, text in (("_esm", kind._esm), ("_css", kind._css))}
        self.add_traits(**texts)
        super().__init__(_anywidget_id=f"{kind.__module__}.{kind.__name__}", **values)
        self._received = {}
        state = {name: getattr(self, name) for name in self.traits(sync=True)}
        self.comm = Comm(target_name="jupyter.widget", data={"state": state, "buffer_paths": []}, metadata={"version": "2.1.0"})
        self.comm.on_msg(self._on_message)
        self.observe(self._send)

    def _send(self, change):
        name = change["name"]
        if self.trait_metadata(name, "sync") and self._received.get(name, self) != change["new"]:
            self.comm.send({"method": "update", "state": {name: change["new"]}, "buffer_paths": []})

    def _on_message(self, message):
        data = message["content"]["data"]
        if data["method"] == "request_state":
            state = {name: getattr(self, name) for name in self.traits(sync=True)}
            self.comm.send({"method": "update", "state": state, "buffer_paths": []})
        if data["method"] == "update":
            self._received = {name: value for name, value in data["state"].items() if self.trait_metadata(name, "sync")}
            for name, value in self._received.items():
                setattr(self, name, value)
            self._received = {}

    def _repr_mimebundle_(self, **_):
        view = {"version_major": 2, "version_minor": 0, "model_id": self.comm.comm_id}
        return {"text/plain": repr(self), "application/vnd.jupyter.widget-view+json": view}
