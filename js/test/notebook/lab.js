// JupyterLab's notebook in a page of its own: its documents, cells, kernel services, outputs and widget manager, and the front
// end of anywidget. JupyterLab's shell, with its menus, is not in any package of npm.

import { CodeMirrorEditorFactory, CodeMirrorMimeTypeService, EditorLanguageRegistry } from '@jupyterlab/codemirror';
import { PageConfig } from '@jupyterlab/coreutils';
import { Context } from '@jupyterlab/docregistry';
import { NotebookActions, NotebookModelFactory, NotebookPanel, StaticNotebook } from '@jupyterlab/notebook';
import { RenderMimeRegistry, standardRendererFactories } from '@jupyterlab/rendermime';
import { ServerConnection, ServiceManager } from '@jupyterlab/services';
import { WidgetManager, WidgetRenderer } from '@jupyter-widgets/jupyterlab-manager';
import * as base from '@jupyter-widgets/base';
import { Widget } from '@lumino/widgets';

const VIEW = 'application/vnd.jupyter.widget-view+json';

/** Defines anywidget's module, which is an AMD module. */
function anywidget() {
  return new Promise((resolve) => {
    globalThis.define = (_, factory) => resolve(factory(base));
    void import('anywidget');
  });
}

/** Opens a notebook of the server. @param {string} path */
async function open(path) {
  const manager = new ServiceManager({ serverSettings: ServerConnection.makeSettings({ appendToken: true }) });
  await manager.ready;
  const factory = new NotebookModelFactory({ disableDocumentWideUndoRedo: false, collaborative: false });
  const context = new Context({ manager, factory, path, kernelPreference: { name: 'python3', autoStartDefault: true } });
  const rendermime = new RenderMimeRegistry({ initialFactories: standardRendererFactories });
  const languages = new EditorLanguageRegistry();
  EditorLanguageRegistry.getDefaultLanguages().forEach((language) => languages.addLanguage(language));
  const editors = new CodeMirrorEditorFactory({ languages });
  const contentFactory = new NotebookPanel.ContentFactory({ editorFactory: editors.newInlineEditor });
  const mimeTypeService = new CodeMirrorMimeTypeService(languages);
  const content = contentFactory.createNotebook({
    rendermime, contentFactory, mimeTypeService, notebookConfig: { ...StaticNotebook.defaultNotebookConfig, windowingMode: 'none' },
  });
  const panel = new NotebookPanel({ context, content });
  const widgets = new WidgetManager(context, rendermime, { saveState: false });
  rendermime.addFactory({ safe: false, mimeTypes: [VIEW], createRenderer: (options) => new WidgetRenderer(options, widgets) }, -10);
  widgets.register({ name: '@jupyter-widgets/base', version: base.JUPYTER_WIDGETS_VERSION, exports: base });
  widgets.register({ name: 'anywidget', version: '0.11.0', exports: await anywidget() });
  await context.initialize(false);
  await context.sessionContext.initialize();
  await context.sessionContext.ready;
  await panel.revealed;
  Widget.attach(panel, document.body);
  return { panel, context };
}

/** Lights the page as JupyterLab's themes do. @param {boolean} dark */
function theme(dark) {
  document.getElementById('theme').href = `theme-${dark ? 'dark' : 'light'}.css`;
  document.body.dataset.jpThemeLight = String(!dark);
}

async function start() {
  theme(new URLSearchParams(location.search).has('dark'));
  const { panel, context } = await open(PageConfig.getOption('path'));
  const { content } = panel;
  globalThis.lab = {
    theme,
    /** Runs a cell as Shift and Enter do; gives its outputs. @param {number} index */
    async run(index) {
      content.activeCellIndex = index;
      const { model } = content.activeCell;
      await NotebookActions.run(content, context.sessionContext);
      return model.outputs.toJSON();
    },
    /** Counts the code cells, by their places. */
    code: () => content.widgets.flatMap(({ model }, index) => (model.type === 'code' ? [index] : [])),
    /** Runs a new cell at the end. @param {string} source */
    add(source) {
      content.activeCellIndex = content.widgets.length - 1;
      NotebookActions.insertBelow(content);
      content.activeCell.model.sharedModel.setSource(source);
      return this.run(content.activeCellIndex);
    },
    /**
     * Returns the output of a cell, from the kernel's own messages: the cell of JupyterLab 4.5.7 shows a text twice that comes in parts.
     * @param {string} source
     */
    async print(source) {
      let printed = '';
      const { kernel } = context.sessionContext.session;
      const listen = (_, { header, content: message }) => { if (header.msg_type === 'stream' && message.name === 'stdout') printed += message.text; };
      kernel.iopubMessage.connect(listen);
      const outputs = await this.add(source).finally(() => kernel.iopubMessage.disconnect(listen));
      return { printed, outputs };
    },
    /** Evaluates an expression in Python, beside the cells. @param {string} expression */
    async says(expression) {
      const { content: reply } = await context.sessionContext.session.kernel.requestExecute({ code: '', silent: true, user_expressions: { said: expression } })
        .done;
      return reply.user_expressions.said.data['text/plain'];
    },
    shutDown: () => context.sessionContext.shutdown(),
  };
}

start().catch((error) => { document.title = `failed: ${error.stack}`; console.error(error); });
