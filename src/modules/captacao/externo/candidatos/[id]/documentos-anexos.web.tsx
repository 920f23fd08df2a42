import { type FormEvent, useState } from 'react';
import { formatDate } from '#kit/br/date.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { type FieldFault, faultAt } from '#platform/externo/portal-faults.ts';
import { sentenceOf, useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import {
  Button,
  Confirm,
  Faults,
  Field,
  Notice,
  Page,
  TextField,
  toFirstFault,
  Waiting,
  Window,
} from '#platform/externo/portal-ui.web.tsx';

interface Documento {
  id: number;
  descricao: string;
  data: string | null;
  anexo: { id: number; nome: string };
}

const CAMPOS = new Set(['descricao', 'anexo', 'arquivo']);

/** SCR-017: the candidate's documents; SCR-018 opens the dialog with the page. */
export function Documentos({ anexa = false }: { anexa?: boolean }) {
  const { conta, say } = usePortal();
  const base = `/api/externo/candidatos/${conta?.id}/documentos-anexos`;
  const { data, fault, reload } = useAnswer<Documento[]>(base);
  const [incluindo, setIncluindo] = useState(anexa);
  const [saindo, setSaindo] = useState<Documento>();
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  const exclui = async () => {
    try {
      await api.delete(`${base}/${saindo?.id}`, {}, { silent: true });
      say('Documento excluído com sucesso.');
    } catch (error) {
      say(sentenceOf(error));
    }
    setSaindo(undefined);
    reload();
  };
  return (
    <Page title="Meus documentos" lead="Certificados, cartas e o que mais a seleção pedir.">
      <div className="p-card">
        {data.length === 0 && <p>Você ainda não anexou documentos.</p>}
        <div className="p-rows">
          <ul>
            {data.map((documento) => (
              <li key={documento.id}>
                <span>
                  <a href={`${base}/${documento.id}/download`} target="_blank" rel="noreferrer">
                    {documento.descricao}
                  </a>
                  <span className="p-hint">
                    {' '}
                    {documento.anexo.nome}
                    {documento.data && ` · ${formatDate(documento.data)}`}
                  </span>
                </span>
                <Button look="plain" aria-label={`Excluir ${documento.descricao}`} onClick={() => setSaindo(documento)}>
                  Excluir
                </Button>
              </li>
            ))}
          </ul>
          <Button onClick={() => setIncluindo(true)}>Anexar documento</Button>
        </div>
      </div>
      {incluindo && (
        <Inclusao
          base={base}
          onClose={() => setIncluindo(false)}
          onDone={() => {
            setIncluindo(false);
            say('Documento anexado com sucesso.');
            reload();
          }}
        />
      )}
      {saindo && (
        <Confirm text={`Excluir ${saindo.descricao}?`} ok="Excluir" onOk={exclui} onClose={() => setSaindo(undefined)} />
      )}
    </Page>
  );
}

function Inclusao({ base, onClose, onDone }: { base: string; onClose: () => void; onDone: () => void }) {
  const [descricao, setDescricao] = useState('');
  const [arquivo, setArquivo] = useState<File>();
  const [faltas, setFaltas] = useState<readonly FieldFault[]>([]);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const vazios = [
      ...(descricao.trim() === '' ? [{ field: 'descricao', message: 'Descrição é obrigatória' }] : []),
      ...(arquivo ? [] : [{ field: 'anexo', message: 'Anexo é obrigatório' }]),
    ];
    setFaltas(vazios);
    if (!arquivo || vazios.length > 0) return toFirstFault(form);
    setBusy(true);
    try {
      const corpo = new FormData();
      corpo.append('arquivo', arquivo);
      const { id } = await api.post<{ id: number }>(`${base}/arquivos`, corpo, { silent: true });
      await api.post(base, { descricao, anexo: { id } }, { silent: true });
      onDone();
    } catch (error) {
      setFaltas(error instanceof ApiError && error.errors ? error.errors : [{ field: '', message: sentenceOf(error) }]);
      toFirstFault(form);
    }
    setBusy(false);
  };
  return (
    <Window title="Anexar documento" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Faults faults={faltas.filter(({ field }) => !CAMPOS.has(field))} />
        <TextField
          label="Descrição"
          name="descricao"
          maxLength={100}
          required
          value={descricao}
          onText={setDescricao}
          fault={faultAt(faltas, 'descricao')}
        />
        <Field
          label="Anexo"
          required
          hint="PDF, DOCX, ODT ou foto, até 10 MB."
          fault={faultAt(faltas, 'anexo') ?? faultAt(faltas, 'arquivo')}
        >
          {(marks) => (
            <input
              {...marks}
              type="file"
              name="anexo"
              accept=".pdf,.docx,.odt,image/png,image/jpeg,image/webp"
              onChange={(event) => setArquivo(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
        <div className="p-actions">
          <Button look="plain" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? 'Enviando…' : 'Anexar'}
          </Button>
        </div>
      </form>
    </Window>
  );
}

export const page = definePage({ title: 'Meus documentos', who: 'externo', content: Documentos });
