@echo off
rem As tidemark-linux. A batch file waits for the program, which writes to the console of this file.
setlocal DisableDelayedExpansion
set "first=%~1"
if not defined first goto app
if "%~1"=="-h" goto command
if "%~1"=="--help" goto command
if "%~1"=="--version" goto command
if not "%first:~0,1%"=="-" goto command
:app
start "" "%~dp0..\..\Tidemark.exe" %*
exit /b 0
:command
"%~dp0..\..\Tidemark.exe" --no-sandbox --log-level=3 -- %*
exit /b %errorlevel%
