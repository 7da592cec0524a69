// The editor for Python: CodeMirror, loaded on first use, with errors shown at their lines.

const FOLDER = new URL("../editor/", import.meta.url).href;

/**
 * @typedef {object} Editor
 * @property {() => string} read
 * @property {(code: string) => void} write
 * @property {(faults: Api.Fault[]) => void} mark
 */

/**
 * @param {HTMLElement} root
 * @param {string} code
 * @param {string} label
 * @param {(code: string) => void} changed
 * @returns {Promise<Editor>}
 */
export async function createEditor(root, code, label, changed) {
  const names = ["view", "state", "commands", "language", "lang-python", "lint"];
  const [view, state, commands, language, python, lint] = await Promise.all(
    names.map((name) => import(`${FOLDER}codemirror-${name}.js`)),
  );
  const { classHighlighter } = await import(`${FOLDER}lezer-highlight.js`);
  const editor = new view.EditorView({
    parent: root,
    doc: code,
    extensions: [
      view.lineNumbers(),
      view.highlightActiveLine(),
      view.drawSelection(),
      commands.history(),
      language.indentUnit.of("    "),
      language.bracketMatching(),
      language.syntaxHighlighting(classHighlighter),
      python.python(),
      lint.lintGutter(),
      state.EditorState.tabSize.of(4),
      view.EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
      view.keymap.of([...commands.defaultKeymap, ...commands.historyKeymap, commands.indentWithTab]),
      view.EditorView.updateListener.of((/** @type {any} */ update) => update.docChanged && changed(read())),
    ],
  });
  const read = () => editor.state.doc.toString();
  return {
    read,
    write: (text) => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } }),
    mark: (faults) => {
      const { doc } = editor.state;
      const found = faults.flatMap(({ text, line }) => {
        if (!line || line > doc.lines) return [];
        const { from, to } = doc.line(line);
        return [{ from, to, severity: "error", message: text }];
      });
      editor.dispatch(lint.setDiagnostics(editor.state, found));
      if (found.length) editor.dispatch({ selection: { anchor: found[0].from }, scrollIntoView: true });
    },
  };
}
