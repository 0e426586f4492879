@echo off
rem As tidemark-linux. A batch file waits for the program, which has no console of its own.
if "%~1"=="" (start "" "%~dp0..\..\Tidemark.exe" & exit /b 0)
"%~dp0..\..\Tidemark.exe" --no-sandbox --log-level=3 -- %*
exit /b %errorlevel%
