-- Neovim's own LSP client in front of `equipoise lsp`: opens a text, types, applies a quick fix, and prints what it saw as JSON.
-- $EQUIPOISE_COMMAND: a JSON list, the command of the server. $EQUIPOISE_FILE: the text.
local seen = { version = tostring(vim.fn.matchstr(vim.fn.execute('version'), 'NVIM v\\S*')) }
local patience_ms = 60000

local client = vim.lsp.start_client({
  name = 'equipoise',
  cmd = vim.fn.json_decode(os.getenv('EQUIPOISE_COMMAND')),
  root_dir = vim.fn.fnamemodify(os.getenv('EQUIPOISE_FILE'), ':h'),
  init_options = { status = true },
  handlers = { ['equipoise/status'] = function(_, status) seen.status = status.text end },
})
vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('EQUIPOISE_FILE')))
vim.lsp.buf_attach_client(0, client)

local function messages()
  return vim.tbl_map(function(one)
    local text = vim.api.nvim_buf_get_lines(0, one.lnum, one.lnum + 1, false)[1]
    return { code = one.code, message = one.message, covers = string.sub(text, one.col + 1, one.end_col) }
  end, vim.diagnostic.get(0))
end
local function wait_for(what) return vim.wait(patience_ms, what, 20) end

wait_for(function() return #vim.diagnostic.get(0) > 0 and seen.status ~= nil end)
seen.opened = messages()
seen.first_status = seen.status

local row = vim.diagnostic.get(0)[1].lnum
local line = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1]
local column = string.find(line, 'slammed', 1, true)
vim.api.nvim_win_set_cursor(0, { row + 1, column })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local actions = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, patience_ms)[client].result
seen.actions = vim.tbl_map(function(one) return one.title end, actions)
vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
seen.line = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1]

local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(), patience_ms)[client].result
seen.hover = hover and hover.contents.value or ''

vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'The committee approved the budget on Monday by nine votes to four.' })
wait_for(function() return #vim.diagnostic.get(0) == 0 end)
seen.plain = messages()
io.stdout:write(vim.fn.json_encode(seen) .. '\n')
vim.cmd('qall!')
